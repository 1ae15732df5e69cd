import GLESKitSupport
import ImageCoding
import Imaging

/// A TIFF that `ffmpeg` alone would not show, after TIFF 6.0: one of several pages, a page that is
/// not stored upright, or one in tiles, with reversed bits, or with colors or a compression of
/// which ffmpeg 5.1 makes a wrong picture. Each page is copied to a file of its own, which libtiff
/// converts if necessary and `ffmpeg` decodes.
struct TIFFFile: Sendable {
  /// A page, and where its directory is in the file.
  struct Page: Sendable {
    fileprivate let directory: Int
    /// The size as it is stored, with square pixels. Those of faxes are not square.
    fileprivate let stored: PixelSize
    fileprivate let orientation: Orientation
    fileprivate let isTiled: Bool
    /// Whether libtiff's program converts it for `ffmpeg`.
    fileprivate let isConverted: Bool
    /// Whether libtiff's other program converts it to RGB.
    fileprivate let isRecolored: Bool
    /// Whether it has the four inks of CMYK.
    fileprivate let isPrinted: Bool
    /// Whether its samples are in planes.
    fileprivate let hasPlanes: Bool
    /// How many samples of a pixel are none of its colors, and whether the first one is alpha by
    /// which the colors are multiplied.
    fileprivate let (extraSamples, isPremultiplied): (Int, Bool)
    /// Whether the first of these is no alpha.
    fileprivate let isOpaque: Bool

    /// The size, upright and with square pixels.
    var size: PixelSize {
      orientation.swapsAxes ? PixelSize(stored.height, stored.width) : stored
    }
  }

  let path: String
  let pages: [Page]
  private let isLittleEndian: Bool

  /// More than any scan; each page takes memory before it is read.
  private static let mostPages = 10_000
  /// The most bytes of a page.
  private static let mostBytes = 1 << 30

  /// Finds the pages of a file; `nil` if it is not a TIFF, or one that `ffmpeg` shows.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for too many pages, and for colors of which ffmpeg 5.1
  ///   makes wrong pictures; ``RecordingError/file(_:)``.
  init?(_ path: String) throws(RecordingError) {
    self.path = path
    let start = try Self.part(of: path, at: 0, count: 8)
    guard start.count == 8, start[0] == start[1], start[0] == 0x49 || start[0] == 0x4D else {
      return nil
    }
    isLittleEndian = start[0] == 0x49
    let order = ByteOrder(isLittleEndian: isLittleEndian)
    guard order.number(start[2..<4]) == 42 else { return nil }
    var next = order.number(start[4...])
    var pages: [Page] = []
    // A damaged file may lead in a circle.
    var seen: Set<Int> = []
    while next > 0, seen.insert(next).inserted {
      guard let directory = try Directory(path, at: next, order) else { break }
      if let page = Page(directory, at: next) {
        if let (colors, remedy) = directory.unknownColors {
          throw .pages(
            "'\(path)' is a TIFF with \(colors), which is not supported; convert it to PNG, "
              + "or \(remedy)")
        }
        pages.append(page)
      }
      guard pages.count <= Self.mostPages else {
        throw .pages(
          "'\(path)' has more than \(Self.mostPages) pages; divide it, such as with tiffsplit")
      }
      next = directory.next
    }
    guard let first = pages.first,
      pages.count > 1 || first.isConverted || first.isPremultiplied || first.isOpaque
        || first.orientation != .upright
    else { return nil }
    self.pages = pages
  }

  /// Decodes a page, counted from 1.
  func image(of number: Int, _ options: DecodingOptions) throws(RecordingError) -> Image {
    let page = pages[number - 1]
    let name = "page \(number) of '\(path)'"
    var options = options
    if page.orientation.swapsAxes {
      options.fitting = options.fitting.map { PixelSize($0.height, $0.width) }
    }
    let file = try TemporaryPicture(named: "picture.tiff")
    let bytes = try copy(of: page, number)
    try filing { () throws(FileError) in try AtomicFile.write(bytes, to: file.path) }
    if page.isConverted { try Self.convert(file.path, page, name: name) }
    if page.isPrinted {
      return try Self.printed(file.path, shown: page.stored, name: name, options)
        .upright(from: page.orientation)
    }
    // tiff2rgba multiplies colors by alpha.
    let isPremultiplied =
      page.isPremultiplied || page.isRecolored && page.extraSamples > 0 && !page.isOpaque
    return try ForeignPicture.decoded(
      file.path, size: page.stored, name: name, options, isOpaque: page.isOpaque,
      isPremultiplied: isPremultiplied
    ).upright(from: page.orientation)
  }

  /// Replaces a file by one in strips without compression, with bits in their usual order. ffmpeg
  /// wants rows in multiples of those that share a color.
  private static func convert(
    _ path: String, _ page: Page, name: String
  ) throws(RecordingError) {
    let runs: [(program: PictureProgram, options: [String])]
    if page.isRecolored {
      runs = [(.tiffToRGBA, ["-c", "none"] + (page.extraSamples > 0 ? [] : ["-n"]))]
    } else {
      let rows = page.isPrinted ? page.stored.height : 64
      let kind = ["-f", "msb2lsb", "-s", "-r", "\(rows)", "-c", "none"]
      // tiffcp joins planes only if they aren't compressed.
      runs =
        (page.hasPlanes ? [(.tiffCopy, ["-c", "none"])] : [])
        + [(.tiffCopy, kind + ["-p", "contig"])]
    }
    for run in runs {
      let bytes = try run.program.conversion(of: path, named: name, to: "tiff") { file, result in
        run.options + [file, result]
      }
      try filing { () throws(FileError) in try AtomicFile.write(bytes, to: path) }
    }
  }

  /// A file with one page.
  private func copy(of page: Page, _ number: Int) throws(RecordingError) -> [UInt8] {
    let order = ByteOrder(isLittleEndian: isLittleEndian)
    let damaged = Self.damaged("page \(number) of '\(path)'")
    guard let directory = try Directory(path, at: page.directory, order) else { throw damaged }
    var (entries, values): ([Directory.Entry], [[UInt8]]) = ([], [])
    // Other directories, such as EXIF's, stay behind, and so do damaged values.
    // The page is turned after it is decoded.
    for entry in directory.entries where ![274, 330, 34_665, 34_853].contains(entry.tag) {
      guard let value = try entry.value(of: path, order) else { continue }
      entries.append(entry)
      values.append(value)
    }
    /// The numbers of a tag.
    func numbers(_ tag: Int) -> [Int] {
      zip(entries, values).first { $0.0.tag == tag }.map { $0.numbers(in: $1, order) } ?? []
    }
    // Where strips or tiles are, and how long.
    let (place, length) = page.isTiled ? (324, 325) : (273, 279)
    let (places, sizes) = (numbers(place), numbers(length))
    let start = 8 + 2 + 12 * entries.count + 4
    // Each part begins at an even place.
    var rest: [UInt8] = []
    func add(_ bytes: [UInt8]) -> Int {
      if !rest.count.isMultiple(of: 2) { rest.append(0) }
      defer { rest += bytes }
      return start + rest.count
    }
    guard let index = entries.firstIndex(where: { $0.tag == place }), places.count == sizes.count,
      sizes.reduce(0, +) <= Self.mostBytes
    else { throw damaged }
    values[index] = []
    for (place, size) in zip(places, sizes) {
      let piece = try Self.part(of: path, at: place, count: size)
      guard piece.count == size else { throw damaged }
      values[index] += order.bytes(add(piece), count: 4)
    }
    (entries[index].type, entries[index].count) = (4, places.count)
    var bytes = Array((order.isLittleEndian ? "II" : "MM").utf8)
    bytes += order.bytes(42, count: 2) + order.bytes(8, count: 4)
    bytes += order.bytes(entries.count, count: 2)
    for (entry, value) in zip(entries, values) {
      bytes += order.bytes(entry.tag, count: 2) + order.bytes(entry.type, count: 2)
      bytes += order.bytes(entry.count, count: 4)
      bytes +=
        value.count <= 4
        ? value + Array(repeating: 0, count: 4 - value.count)
        : order.bytes(add(value), count: 4)
    }
    return bytes + order.bytes(0, count: 4) + rest
  }

  static func part(
    of path: String, at place: Int, count: Int
  ) throws(RecordingError) -> [UInt8] {
    try filing { () throws(FileError) in try Files.part(of: path, at: place, count: count) }
  }
}

extension TIFFFile.Page {
  /// A directory's page; `nil` for a smaller version of another one.
  fileprivate init?(_ directory: TIFFFile.Directory, at place: Int) {
    // NewSubfileType, whose lowest bit marks a thumbnail.
    guard let width = directory.numbers(256).first, let height = directory.numbers(257).first,
      width > 0, height > 0, (directory.numbers(254).first ?? 0) & 1 == 0
    else { return nil }
    self.directory = place
    orientation = directory.numbers(274).first.flatMap { Orientation(rawValue: $0) } ?? .upright
    // TileWidth.
    isTiled = !directory.numbers(322).isEmpty
    // FillOrder: ffmpeg 5.1 swaps the bits of a byte, but not the pixels that share it.
    let swapsPixels =
      directory.numbers(266).first == 2 && [2, 4].contains(directory.numbers(258).first)
    let colors = directory.numbers(262).first ?? 0  // PhotometricInterpretation
    // ExtraSamples, whose value 1 is alpha by which the colors are multiplied.
    let extras = directory.numbers(338)
    (extraSamples, isPremultiplied) = (extras.count, extras.first == 1)
    isOpaque = extras.first == 0
    // Of samples in planes, ffmpeg 5.1 reads only RGB of bytes, and tiffcp no strips with LZW.
    let samples = directory.numbers(277).first ?? 1
    hasPlanes = directory.numbers(284).first == 2 && samples > 1
    isPrinted = colors == 5
    isRecolored =
      colors == 6 && directory.numbers(259).first != 7
      || hasPlanes && !isPrinted
        && !(colors == 2 && samples == 3 && directory.numbers(258).first == 8)
    isConverted =
      isRecolored || isPrinted || isTiled || directory.hasOldLZW || swapsPixels
      || !Self.compressions.contains(directory.numbers(259).first ?? 1)
    let (across, down) = (directory.numbers(282), directory.numbers(283))
    var shape = 1.0
    if across.count == 2, down.count == 2, (across + down).allSatisfy({ $0 > 0 }) {
      shape = Double(down[0]) / Double(down[1]) * Double(across[1]) / Double(across[0])
    }
    let shown = (Double(width) * shape).rounded()
    stored = PixelSize(Int(min(max(shown, 1), 1e9)), height)
  }

  /// Those that `ffmpeg` reads: none, those of faxes, LZW, Deflate, PackBits and LZMA.
  private static let compressions: Set = [1, 2, 3, 4, 5, 8, 32_773, 32_946, 34_925]
}
