import GLESKitSupport
import Offscreen

extension HardwareEncoder {
  /// NVIDIA's encoder, and those behind VA-API: AMD's, Intel's and others.
  static var all: [HardwareEncoder] {
    [
      HardwareEncoder(
        name: "h264_nvenc", mode: ["-preset", "p4", "-rc", "vbr", "-b:v", "0"], level: "-cq")
    ]
      + RenderNodes.paths.map { node in
        HardwareEncoder(
          name: "h264_vaapi", device: ["-vaapi_device", node],
          upload: ["-vf", "format=nv12,hwupload"], mode: ["-rc_mode", "CQP"], level: "-qp")
      }
  }

  /// Returns the first encoder that encodes a picture here.
  ///
  /// - Throws: ``RecordingError/program(_:)`` with what each one said.
  static func found() throws(RecordingError) -> HardwareEncoder {
    var reasons: [String] = []
    for encoder in all {
      let command =
        FFmpeg.command + encoder.device + [
          "-f", "lavfi", "-i", "color=size=256x256:duration=0.1", "-frames:v", "1",
        ] + encoder.upload + encoder.codec(level: "20") + ["-f", "null", "-"]
      let (_, ending) = try FFmpeg.output(
        of: command, failing: "cannot look for a hardware encoder", limit: 1 << 16, patience: 60)
      if ending.status == 0 { return encoder }
      reasons.append("\(encoder.name) \(ending.sentence)")
    }
    throw .program(
      "no hardware encoder works here (\(reasons.joined(separator: "; "))); encode with the "
        + "processor, which is the default")
  }
}
