import GLESKitCommandLine
import Recording

extension TurnOptions {
  /// The options on jobs that take long: on several machines, and after an interruption.
  static let partsGroup = OptionGroup<TurnOptions>(
    "Long jobs",
    [
      .flag(
        \.resumes, "resume",
        help:
          "Go on with the frames, or the segments of a video, that an interrupted run of the same "
          + "job has left."),
      .optional(
        \.shard, "shard", shard,
        help:
          "Only this part, such as 2/8, as several machines share the work; 'pagecurl join' puts "
          + "the parts together. All parts of a sequence in one folder are the whole."),
      .value(
        \.segment, "segment", .number("SECONDS", in: 0.001...3600, unit: "seconds"),
        help:
          "A video is encoded in segments of so long, each from a key frame on; it is cut between "
          + "them, for --shard and --resume."),
    ])

  private static let shard = ValueKind<Shard>(
    "I/N", expectation: "a part and the number of parts, such as 2/8",
    read: { text throws(ValueError) in
      guard let shard = Shard(text) else { throw ValueError("is no part of a whole") }
      return shard
    }, write: { $0.description })
}
