import GLESKitSupport
import Glibc

/// Asks `ffprobe` about a video, an image or a sound.
enum FFprobe {
  /// The formats that are read: not playlists and scenes, which name other files and addresses. A
  /// playlist of a live stream is also read again and again.
  static let formats = [
    "-format_whitelist",
    "mov,mp4,m4a,3gp,matroska,webm,avi,mpeg,mpegts,mpegvideo,ogg,asf,flv,yuv4mpegpipe,"
      + "ivf,obu,h264,hevc,m4v,dv,mxf,nut,gif,apng,image2,png_pipe,jpeg_pipe,webp_pipe,"
      + "bmp_pipe,dds_pipe,pbm_pipe,tiff_pipe,ppm_pipe,pgm_pipe,pam_pipe,dpx_pipe,exr_pipe,"
      + "j2k_pipe,jpegxl_pipe,psd_pipe,qoi_pipe,wav,w64,aiff,au,flac,mp3,aac,ac3,eac3,dts,amr,ape,"
      + "tta,wv,caf,mjpeg,rm",
  ]

  /// Returns what it prints, and how it ended.
  ///
  /// - Parameters:
  ///   - descriptors: Files that it finds open as descriptors 3, 4 and so on.
  ///   - limit: The most bytes that it may print.
  ///   - name: The path that errors name; `nil` is `path`.
  /// - Throws: ``RecordingError/program(_:)`` if it does not start or prints more.
  static func run(
    on path: String, _ options: [String], passing descriptors: [Int32] = [],
    limit: Int = 1 << 22, called name: String? = nil
  ) throws(RecordingError) -> (output: String, ending: ChildProcess.Ending) {
    let (bytes, ending) = try FFmpeg.output(
      of: ["ffprobe", "-v", "error"] + formats + options + ["file:\(path)"],
      failing: "cannot read '\(name ?? path)'", passing: descriptors, limit: limit, patience: 120)
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  /// Checks that `ffmpeg` decodes the start of a file's sound.
  ///
  /// - Throws: ``RecordingError/clip(_:)``, ``RecordingError/program(_:)``.
  static func checkSound(of path: String) throws(RecordingError) {
    let (_, ending) = try FFmpeg.output(
      of: FFmpeg.command + formats + [
        "-t", "0.1", "-i", "file:\(path)", "-map", "0:a:0", "-f", "null", "-",
      ], failing: "cannot read '\(path)'", limit: 1 << 16, patience: 120)
    guard ending.status == 0 else {
      throw .clip(
        "cannot decode the sound of '\(path)' (ffmpeg \(ending.sentence)); convert it to AAC, or "
          + "leave it out")
    }
  }
}
