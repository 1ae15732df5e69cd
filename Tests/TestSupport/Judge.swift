import GLESKitSupport
import Imaging

/// `pictures.py`, which makes image files and decodes and scales images with Pillow.
public enum Judge {
  /// An image file and the pixels that it must decode to.
  public struct Case: CustomStringConvertible, Sendable {
    /// The file's name.
    public let name: String
    /// The file.
    public let bytes: [UInt8]
    /// The pixels.
    public let expected: Image
    /// The file's name.
    public var description: String { name }
  }

  /// The files that the script makes, made once per process.
  public static let cases = Result { try makeCases() }

  /// Returns one of the files.
  public static func bytes(of name: String) throws -> [UInt8] { try find(name).bytes }

  /// Returns the pixels of one of the files.
  public static func image(of name: String) throws -> Image { try find(name).expected }

  private static func find(_ name: String) throws -> Case {
    guard let found = try cases.get().first(where: { $0.name == name }) else {
      throw JudgeError("no image \(name)")
    }
    return found
  }

  private static func makeCases() throws -> [Case] {
    let folder = try TemporaryFolder()
    try run(["make", folder.path])
    let listing = String(decoding: try Files.read("\(folder.path)/files.txt"), as: UTF8.self)
    var cases: [Case] = []
    for line in listing.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count == 3, let width = Int(fields[1]), let height = Int(fields[2]) else {
        throw JudgeError("cannot read '\(line)'")
      }
      let stem = fields[0][..<(fields[0].lastIndex(of: ".") ?? fields[0].endIndex)]
      let pixels = try Files.read("\(folder.path)/\(stem).rgba")
      let bytes = try Files.read("\(folder.path)/\(fields[0])")
      cases.append(
        Case(
          name: fields[0], bytes: bytes,
          expected: Image(width: width, height: height, pixels: pixels)))
    }
    return cases
  }

  /// Decodes a file with Pillow; `kind` is its format and mode, such as `PNG RGB`.
  public static func decode(_ file: [UInt8]) throws -> (kind: String, image: Image) {
    let folder = try TemporaryFolder()
    try AtomicFile.write(file, to: "\(folder.path)/in")
    let fields = try run(["decode", "\(folder.path)/in", "\(folder.path)/raw"]).split(
      separator: " ")
    guard fields.count == 4, let width = Int(fields[2]), let height = Int(fields[3]) else {
      throw JudgeError("cannot read '\(fields)'")
    }
    let pixels = try Files.read("\(folder.path)/raw")
    return (
      "\(fields[0]) \(fields[1])", Image(width: width, height: height, pixels: pixels)
    )
  }

  /// Scales an image with Pillow's bicubic filter.
  public static func resize(_ image: Image, to size: PixelSize) throws -> Image {
    let folder = try TemporaryFolder()
    try AtomicFile.write(image.pixels, to: "\(folder.path)/in")
    try run([
      "resize", "\(folder.path)/in", "\(image.width)", "\(image.height)", "\(size.width)",
      "\(size.height)", "\(folder.path)/out",
    ])
    return Image(
      width: size.width, height: size.height, pixels: try Files.read("\(folder.path)/out"))
  }

  @discardableResult
  private static func run(_ arguments: [String]) throws -> String {
    // Debian's Python, which has Debian's Pillow; another Python in PATH may not.
    let script = "\(#filePath)".replacingLastComponent(with: "pictures.py")
    let process = try Subprocess(["/usr/bin/python3", script] + arguments)
    guard process.status == 0 else {
      throw JudgeError("pictures.py failed; is the Debian package python3-pil installed?")
    }
    return process.text
  }
}

/// A failure of `pictures.py`.
public struct JudgeError: Error, CustomStringConvertible {
  /// What failed.
  public let description: String
  init(_ description: String) { self.description = description }
}

extension String {
  fileprivate func replacingLastComponent(with name: String) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/" + name
  }
}

/// Returns the largest and the mean difference of the bytes of two images of the same size.
public func difference(_ a: Image, _ b: Image) -> (largest: Int, mean: Double) {
  var (largest, sum) = (0, 0)
  for (one, other) in zip(a.pixels, b.pixels) {
    let difference = abs(Int(one) - Int(other))
    largest = max(largest, difference)
    sum += difference
  }
  return (largest, Double(sum) / Double(a.pixels.count))
}

/// Returns whether no component of two colors differs by more than a limit.
public func isNear(
  _ color: SIMD4<UInt8>, _ expected: SIMD4<UInt8>, within limit: Int = 10
) -> Bool {
  (0..<4).allSatisfy { abs(Int(color[$0]) - Int(expected[$0])) <= limit }
}

/// Returns an image of random premultiplied pixels.
public func randomImage(_ width: Int, _ height: Int, isOpaque: Bool, seed: UInt64) -> Image {
  var random = SeededGenerator(seed: seed)
  var image = Image(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      let alpha = isOpaque ? 255 : UInt8.random(in: 0...255, using: &random)
      image[x, y] = SIMD4(
        .random(in: 0...alpha, using: &random), .random(in: 0...alpha, using: &random),
        .random(in: 0...alpha, using: &random), alpha)
    }
  }
  return image
}
