import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// A picture as a page shows it, for `ffmpeg`, which ignores orientations and color profiles and
/// does not read all formats.
final class DecodedStill {
  private let file: AtomicFile

  /// Decodes a file; `nil` if it is not a picture, or one that moves.
  init?(_ path: String) throws(RecordingError) {
    guard Files.kind(of: path) == .regular, !Files.hasExtension(path, ["pdf"]) else { return nil }
    if let animation = AnimatedPicture(path) {
      guard animation == .webP else { return nil }
      throw .clip(
        "'\(path)' is an animated WebP, which transitions do not read; convert it to a video or GIF"
      )
    }
    let page = try TIFFFile(path).map { PageSource.sheet($0, page: 1) } ?? .picture(path: path)
    let size: PixelSize
    do throws(RecordingError) {
      size = try page.naturalSize()
    } catch {
      // A video.
      if case .image = error { return nil }
      throw error
    }
    let picture = try page.picture(for: size)
    let bytes = try imaging { () throws(ImageError) in
      try ImageFile.encode(picture, as: .png(PNGOptions()))
    }
    file = try filing { () throws(FileError) in
      let file = try AtomicFile(scratchIn: Files.temporaryFolder)
      try file.write(bytes)
      return file
    }
  }

  /// The file has no name of its own, so that nothing is left of it.
  var path: String { "/proc/\(getpid())/fd/\(file.descriptor)" }
}
