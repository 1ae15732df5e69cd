/// An H.264 encoder of a GPU that `ffmpeg` can use.
struct HardwareEncoder: Hashable, Sendable {
  /// Its name in `ffmpeg`.
  let name: String
  /// The arguments before the input.
  var device: [String] = []
  /// The filters that bring 4:2:0 frames to the device; empty if the encoder takes them itself.
  var upload: [String] = []
  /// How it is told to keep the quality constant.
  let mode: [String]
  /// The option for the quality, on x264's scale.
  let level: String

  /// The arguments for the codec.
  func codec(level value: String) -> [String] { ["-c:v", name] + mode + [level, value] }
}
