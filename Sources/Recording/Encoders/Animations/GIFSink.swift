import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// A GIF, encoded by `ffmpeg` with one palette for all pictures and, if the palette is too coarse
/// for them, ordered dithering.
///
/// The palette is only known after the last picture, so the pictures wait in an unnamed file, as an
/// animated PNG that `ffmpeg` reads three times. With one palette and a dither pattern that stays
/// in place, still areas don't flicker, and the encoder can skip pixels that haven't changed. A
/// palette for each turn makes the GIF of the sample book 53 % larger and its error 1.5 dB smaller;
/// where the palettes change, 3 to 4 % of the still pixels of photos flicker. Of the
/// libraries in Debian, giflib makes poor palettes and doesn't dither, and libimagequant is
/// licensed under the GPL, which would bind this library.
final class GIFSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  private let path: String
  private let settings: VideoSettings
  private let pictures: APNGWriter
  /// Whether any picture was not opaque.
  private var isTransparent = false
  private var target: AtomicFile?
  /// The frames of the last picture.
  private var last = 0..<0

  init(path: String, _ settings: VideoSettings) throws(RecordingError) {
    guard settings.rate.value <= 50 else {
      throw .format(
        "a GIF has at most 50 frames per second, not \(settings.rate); lower the frame rate, or "
          + "write an animated WebP or PNG")
    }
    guard ChildProcess.isInstalled(FFmpeg.program) else {
      throw FFmpeg.failure(writing: path, CError(code: ENOENT))
    }
    self.path = path == "-" ? Files.standardOutput : path
    self.settings = settings
    let encode = APNGWriter.encoder(settings)
    encoder = { image, bytes throws(RecordingError) in
      try encode(image, &bytes)
      // Another process may encode, so the answer travels behind the PNG file.
      bytes.append(!settings.isOpaque && !image.isOpaque ? 1 : 0)
    }
    do throws(FileError) {
      target = try AtomicFile(path)
      pictures = APNGWriter(into: try Spool.open(), settings)
    } catch {
      throw .file(error)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    if bytes.last == 1 { isTransparent = true }
    try filing { () throws(FileError) in
      try pictures.append(Array(bytes.dropLast()), for: frames)
    }
    last = settings.rate.pieces(of: frames, seconds: 60).last ?? frames
    isEmpty = false
  }

  func finish() throws(RecordingError) {
    let spool = try filing { () throws(FileError) in try pictures.finish() }
    guard let spool, let target = target.take() else { return }
    // 240 colors make the GIF of the sample book 1 % smaller than 256, and its error 0.3 dB larger.
    let palette = try run(
      ["-vf", "palettegen=max_colors=240", "-f", "image2pipe", "-c:v", "png", "pipe:1"],
      [spool.descriptor])
    if isTransparent {
      try encodeCleared(spool.descriptor, by: palette, to: target)
    } else {
      let dither = try dither(for: palette, spool.descriptor)
      try encode(spool.descriptor, by: palette, dither, to: target, isOpaque: true)
    }
    do { try target.commit() } catch { throw .file(error) }
  }

  func cancel() {
    pictures.cancel()
    target = nil
  }

  private static let command = FFmpeg.command + ["-f", "apng", "-i", "/proc/self/fd/3"]

  /// The dithering that hides the steps between a palette's colors, as an option of `paletteuse`.
  ///
  /// Where the palette is fine enough, as for pages of text, dithering makes files larger and adds
  /// errors of its own: it is left out. Diffused errors (`sierra2_4a`) make the GIF of an
  /// album 37 % larger than `bayer_scale=4`, and 1.8 % of its still pixels flicker.
  private func dither(for palette: [UInt8], _ spool: Int32) throws(RecordingError) -> String {
    let colors = try filing { () throws(FileError) in try Spool.open() }
    do throws(FileError) { try colors.write(palette) } catch { throw .file(error) }
    // About a hundred pictures are enough.
    let step = max(1, last.upperBound / 100)
    let report = try run(
      [
        "-f", "png_pipe", "-i", "/proc/self/fd/4", "-filter_complex",
        "[0:v]select=not(mod(n\\,\(step))),split[a][b];"
          + "[a][1:v]paletteuse=dither=none,format=rgb24[c];[b]format=rgb24[d];"
          + "[c][d]psnr=stats_file=-", "-f", "null", "-",
      ], [spool, colors.descriptor])
    let errors = String(decoding: report, as: UTF8.self).split { $0.isWhitespace }
      .compactMap { $0.hasPrefix("mse_avg:") ? Double($0.dropFirst(8)) : nil }
    guard !errors.isEmpty else {
      throw .program("cannot write '\(path)': ffmpeg doesn't measure colors (psnr)")
    }
    return Self.dither(meanSquareError: errors.reduce(0, +) / Double(errors.count))
  }

  /// The dithering for a palette with this error.
  static func dither(meanSquareError: Double) -> String {
    // An even error within half a step has this mean square. `bayer_scale` 2 to 4 adds up to 8, 4
    // or 2 to a color.
    switch (3 * meanSquareError).squareRoot() {
    case ..<1.5: "none"
    case ..<3: "bayer:bayer_scale=4"
    case ..<6: "bayer:bayer_scale=3"
    default: "bayer:bayer_scale=2"
    }
  }

  /// Runs `ffmpeg` on the pictures and returns its standard output.
  private func run(
    _ arguments: [String], _ descriptors: [Int32]
  ) throws(RecordingError) -> [UInt8] {
    let (output, ending) = try FFmpeg.output(
      of: Self.command + arguments, failing: "cannot write '\(path)'", passing: descriptors,
      limit: 1 << 20, patience: VideoSink.patience, grace: 20)
    guard ending.status == 0, ending.complaint.isEmpty, !output.isEmpty else {
      throw FFmpeg.failure(writing: path, ending)
    }
    return output
  }

  /// Encodes transparent pictures: each is complete, and is cleared before the next.
  private func encodeCleared(
    _ spool: Int32, by palette: [UInt8], to target: borrowing AtomicFile
  ) throws(RecordingError) {
    let draft = try filing { () throws(FileError) in try Spool.open() }
    // What is cleared has no color to compare.
    try encode(spool, by: palette, "bayer:bayer_scale=3", to: draft, isOpaque: false)
    var bytes: [UInt8]
    do { bytes = try Files.read(Spool.path(of: draft)) } catch { throw .file(error) }
    guard GIFBlocks.clearAll(&bytes) else {
      throw .program("cannot write '\(path)': ffmpeg wrote an incomplete GIF")
    }
    do throws(FileError) { try target.write(bytes) } catch { throw .file(error) }
  }

  private func encode(
    _ spool: Int32, by palette: [UInt8], _ dither: String, to target: borrowing AtomicFile,
    isOpaque: Bool
  ) throws(RecordingError) {
    // A GIF stores the number of repetitions; to play once, it stores nothing.
    let loops = settings.plays == 0 ? 0 : settings.plays == 1 ? -1 : settings.plays - 1
    let clock = FrameClock(rate: settings.rate, unitsPerSecond: 100)
    let arguments = [
      "-f", "png_pipe", "-i", "pipe:0", "-filter_complex", "paletteuse=dither=\(dither)",
      "-gifflags", isOpaque ? "+offsetting+transdiff" : "-offsetting-transdiff",
      // Each picture once, at its own time. The last one's duration must be given.
      "-vsync", "passthrough", "-enc_time_base", "1:100", "-loop", "\(loops)", "-final_delay",
      "\(clock.duration(of: last))", "-f", "gif", "pipe:4",
    ]
    let ending = try FFmpeg.ending(
      of: Self.command + arguments, reading: palette, passing: [spool, target.descriptor],
      writing: path, patience: VideoSink.patience)
    guard ending.status == 0, ending.complaint.isEmpty else {
      if target.isBroken { throw .file(FileError(.write, path, code: EPIPE)) }
      throw FFmpeg.failure(writing: path, ending)
    }
  }
}
