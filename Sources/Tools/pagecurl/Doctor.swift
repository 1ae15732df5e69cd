import GLESKitDoctor
import GLESKitSupport

let doctorCommand = DoctorCommand.command(
  of: "pagecurl", programs: [.ffmpeg, .ffprobe, .tiffcp, .heif, .openJPEG, .poppler],
  needsFonts: true)

/// The programs that pagecurl starts.
extension ProgramCheck {
  static let ffmpeg = ProgramCheck(
    "ffmpeg", package: "ffmpeg", version: ["-version"],
    encoders: ["libx264", "libvpx-vp9", "prores_ks", "ffv1"],
    purpose: "videos, GIFs and pictures such as TIFF")
  static let ffprobe = ProgramCheck(
    "ffprobe", package: "ffmpeg", version: ["-version"],
    purpose: "videos, sounds and pictures such as TIFF")
  static let tiffcp = ProgramCheck(
    "tiffcp", package: "libtiff-tools", version: ["-h"],
    purpose: "TIFFs in tiles or with some compressions")
  static let heif = ProgramCheck(
    "heif-convert", package: "libheif-examples", version: ["-h"], purpose: "HEIC and AVIF")
  static let openJPEG = ProgramCheck(
    "opj_decompress", package: "libopenjp2-tools", version: ["-h"], purpose: "JPEG 2000")
  /// Reading PDFs with it is a program of this package.
  static let poppler = ProgramCheck(
    "poppler", command: CompanionProgram.path(of: "pagecurl-pdf-worker"),
    package: "libpoppler-glib8 libqpdf29", version: [], purpose: "pages of PDFs")
}
