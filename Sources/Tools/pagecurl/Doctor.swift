import GLESKitDoctor

let doctorCommand = DoctorCommand.command(
  of: "pagecurl", programs: [.ffmpeg, .ffprobe, .pdfinfo, .pdftocairo], needsFonts: true)

/// The programs that pagecurl starts.
extension ProgramCheck {
  static let ffmpeg = ProgramCheck(
    "ffmpeg", package: "ffmpeg", version: ["-version"],
    encoders: ["libx264", "libvpx-vp9", "prores_ks", "ffv1"],
    purpose: "videos and GIFs")
  static let ffprobe = ProgramCheck(
    "ffprobe", package: "ffmpeg", version: ["-version"], purpose: "joined parts of videos")
  static let pdfinfo = ProgramCheck(
    "pdfinfo", package: "poppler-utils", version: ["-v"], purpose: "pages of PDFs")
  static let pdftocairo = ProgramCheck(
    "pdftocairo", package: "poppler-utils", version: ["-v"], purpose: "pages of PDFs")
}
