import Imaging
import Profiling

/// Uploads images to textures a few rows at a time, so that no frame waits for a whole image.
///
/// ```swift
/// let uploader = TextureUploader(gl)
/// uploader.upload(Image(width: 512, height: 512)) { result in
///   guard case .success(let texture) = result else { return }
///   texture.bind()
/// }
/// // In each frame:
/// uploader.advance(for: 0.002)
/// ```
///
/// Images are uploaded in the order in which they were added. The pixels of a texture are those
/// that `Texture(gl, image)` makes.
///
/// Two driver calls can't be split, and may exceed the budget for a large image: allocating a
/// texture, for which llvmpipe takes 0.4 to 2.4 ms per megapixel, and generating mipmaps, 1.4 ms
/// per megapixel. Make the textures of large images before the first frame, and fill them with
/// ``upload(_:to:completion:)``.
public final class TextureUploader {
  /// Receives the complete texture, or the error.
  public typealias Completion = (Result<Texture, GLESError>) -> Void

  private struct Upload {
    enum Step { case create, rows, mipmaps }

    let image: Image
    let sampling: Texture.Sampling
    let completion: Completion
    var texture: Texture?
    /// The number of rows that are uploaded, from the top.
    var rows = 0

    /// What comes next; `nil` if the texture is complete.
    var step: Step?
    var byteCount: Int { image.pixels.count }
  }

  private let context: Context
  private var uploads: [Upload] = []
  private var costs: (create: Cost, rows: Cost, mipmaps: Cost) = (Cost(), Cost(), Cost())

  /// Makes an uploader for a context, which must be current here and in all calls.
  ///
  /// Drivers compile shaders when a context generates its first mipmaps, for which llvmpipe takes
  /// 0.1 s. This initializer therefore generates those of a small texture. Call it before the first
  /// frame, so that no frame waits.
  public init(_ context: Context) {
    self.context = context
    // An error is met again, and then reported, by the first upload.
    _ = try? Texture(
      context, Image(width: 4, height: 4), sampling: Texture.Sampling(mipmaps: .linear))
  }

  /// The number of images whose upload is not complete.
  public var pendingCount: Int { uploads.count }

  /// Adds an image for which a texture is made. Nothing is uploaded until ``advance(for:)``.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - sampling: How to sample the texture. Mipmaps are made last.
  ///   - completion: Called by ``advance(for:)`` when the texture is complete, or could not be
  ///     made. It may add further images.
  public func upload(
    _ image: Image, sampling: Texture.Sampling = Texture.Sampling(),
    completion: @escaping Completion
  ) {
    uploads.append(
      Upload(image: image, sampling: sampling, completion: completion, step: .create))
  }

  /// Adds an image that replaces the pixels of a texture, such as one that is no longer shown.
  /// Until the upload is complete, the texture has parts of both images.
  ///
  /// - Parameters:
  ///   - image: The image. If it doesn't have the size of the texture, or the texture is not RGBA,
  ///     the completion receives ``GLESError/badPixels(reason:)``.
  ///   - texture: The texture. Its mipmaps are made again, last.
  ///   - completion: Called by ``advance(for:)`` when the texture is complete.
  public func upload(_ image: Image, to texture: Texture, completion: @escaping Completion) {
    uploads.append(
      Upload(
        image: image, sampling: texture.sampling, completion: completion, texture: texture,
        step: .rows))
  }

  /// Uploads rows until the time is up. Call it once in each frame.
  ///
  /// Each call makes some progress, however short the time is. A step that is expected to exceed
  /// the time left, as measured before, waits for the next call.
  ///
  /// - Parameter seconds: The time to spend. Default: 0.002.
  /// - Returns: Whether images are left.
  @discardableResult
  public func advance(for seconds: Double = 0.002) -> Bool {
    let end = SpanClock.now &+ UInt64(min(max(seconds, 0), 1e6) * 1e9)
    var isFirst = true
    while let upload = uploads.first {
      let now = SpanClock.now
      let left = now < end ? end - now : 0
      guard isFirst || left > 0 && fits(upload, in: left) else { break }
      isFirst = false
      do {
        uploads[0].step = try perform(upload, within: left)
        guard uploads[0].step == nil, let texture = uploads[0].texture else { continue }
        uploads.removeFirst().completion(.success(texture))
      } catch {
        uploads.removeFirst().completion(.failure(error))
      }
    }
    return !uploads.isEmpty
  }

  /// Whether the next step is expected to end in time. There is always time for a few rows.
  private func fits(_ upload: Upload, in nanoseconds: UInt64) -> Bool {
    switch upload.step {
    case .create: costs.create.of(upload.byteCount) <= Double(nanoseconds)
    case .mipmaps: costs.mipmaps.of(upload.byteCount) <= Double(nanoseconds)
    case .rows, nil: true
    }
  }

  /// Makes the first texture, uploads some of its rows, or makes its mipmaps; returns what is next.
  private func perform(
    _ upload: Upload, within nanoseconds: UInt64
  ) throws(GLESError) -> Upload.Step? {
    let image = upload.image
    guard let texture = upload.texture else {
      uploads[0].texture = try costs.create.measure(upload.byteCount) { () throws(GLESError) in
        try Texture(context, width: image.width, height: image.height, sampling: upload.sampling)
      }
      return .rows
    }
    if upload.step == .mipmaps {
      try costs.mipmaps.measure(upload.byteCount) { () throws(GLESError) in
        try texture.generateMipmaps()
      }
      return nil
    }
    // Half of what seems to fit: the next slices use the rest, and a slow one does no harm.
    let bytesPerRow = image.pixels.count / image.height
    let fitting = costs.rows.byteCount(in: Double(nanoseconds) / 2) / bytesPerRow
    let end = min(upload.rows + max(fitting, 1), image.height)
    let rows = upload.rows..<end
    try costs.rows.measure(rows.count * bytesPerRow) { () throws(GLESError) in
      try texture.replace(rows, with: image)
    }
    uploads[0].rows = end
    if end < image.height { return .rows }
    return upload.sampling.mipmaps == nil ? nil : .mipmaps
  }
}

extension Texture {
  /// Replaces rows, counted from the top, with those of an image of the same size. Mipmaps are left
  /// as they are.
  fileprivate func replace(_ rows: Range<Int>, with image: Image) throws(GLESError) {
    guard format == .rgba8, PixelSize(width, height) == PixelSize(image.width, image.height) else {
      throw .badPixels(
        reason: "an image of \(image.width)×\(image.height) pixels can't replace a \(format) "
          + "texture of \(width)×\(height); use one of its size")
    }
    let stride = image.pixels.count / image.height
    let region = PixelRegion(
      x: 0, y: height - rows.upperBound, width: width, height: rows.count)
    let part = image.pixels[rows.lowerBound * stride..<rows.upperBound * stride]
    try part.withUnsafeBufferPointer { bytes throws(GLESError) in
      try replace(UnsafeRawBufferPointer(bytes), region: region, bytesPerRow: stride)
    }
  }
}

/// The measured cost of a kind of work, per byte.
private struct Cost {
  /// Counted in addition for each call, so that small images don't seem slow.
  private static let callBytes = 65_536

  /// A slow guess until the first measurement.
  private var nanosecondsPerByte = 2.0

  /// The nanoseconds that the work on this number of bytes is expected to take.
  func of(_ byteCount: Int) -> Double {
    nanosecondsPerByte * Double(byteCount + Self.callBytes)
  }

  /// The number of bytes that are expected to be done in a time.
  func byteCount(in nanoseconds: Double) -> Int {
    max(Int(min(nanoseconds / nanosecondsPerByte, 1e15)) - Self.callBytes, 0)
  }

  mutating func measure<Value>(
    _ byteCount: Int, _ work: () throws(GLESError) -> Value
  ) throws(GLESError) -> Value {
    let start = SpanClock.now
    let value = try work()
    let measured = Double(SpanClock.now &- start) / Double(byteCount + Self.callBytes)
    // Slow calls count at once, quick ones only in the long run.
    nanosecondsPerByte = max(measured, 0.9 * nanosecondsPerByte + 0.1 * measured)
    return value
  }
}
