import GLESKitCommandLine
import Recording

extension TurnOptions {
  /// Options for long jobs: sharing among machines and resuming.
  static let partsGroup = OptionGroup<TurnOptions>(
    "Long jobs",
    [
      .flag(
        \.resumes, "resume",
        help:
          "Continue an interrupted run of the same job from the frames or video segments that "
          + "it has written."),
      .optional(
        \.shard, "shard", shard,
        help:
          "Render only part I of N, to split a job across machines. 'pagecurl join' combines the "
          + "parts. Parts of a frame sequence may also be written to the same folder."),
      .value(
        \.segment, "segment", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help:
          "Length of video segments. Each starts with a keyframe; --shard and --resume work in "
          + "whole segments."
      ).key(),
    ])

  private static let shard = ValueKind<Shard>(
    "I/N", expectation: "a part and the number of parts, such as 2/8",
    read: { text throws(ValueError) in
      guard let shard = Shard(text) else { throw ValueError("is not a part") }
      return shard
    }, write: { $0.description })
}
