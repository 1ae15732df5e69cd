import GLESKitSupport
import Imaging
import PageCurl
import Timeline

/// A 64-bit checksum of everything that decides the bytes of a job's frames, by which records tell
/// jobs apart. It is the same for all parts of a job.
///
/// Fields are encoded one by one, so the value depends neither on Swift's descriptions of types nor
/// on their layout. A field that is added to one of these types must be added here.
struct JobHash {
  private(set) var value: UInt64 = 0

  /// The hash of a plan: its geometry, its looks, and the bytes of its pages.
  ///
  /// Easings and pauses are not part of it, because the moments of the pictures follow from them.
  static func of(
    _ plan: FramePlan, compression: Compression, quality: Int?, name: String
  ) throws(RecordingError) -> UInt64 {
    var hash = JobHash()
    hash.add(name, compression.rawValue, quality, plan.stage, plan.fit.rawValue)
    if let backdrop = plan.backdrop {
      hash.add("backdrop")
      backdrop.pixels.withUnsafeBytes { hash.add(bytes: $0) }
    }
    hash.add(plan.allPictures)
    hash.add(plan.turns)
    // The cover of an excerpt is none of its pages.
    hash.add(plan.cover, plan.hasStacks, plan.gutter)
    var files: Set<String> = []
    for page in plan.pages {
      if case .half(let half, _) = page { hash.add("half", half.rawValue) }
      switch page.whole {
      case .picture(let path): try hash.add(file: path)
      case .bytes(let bytes, _):
        hash.add("bytes", bytes.count)
        bytes.withUnsafeBytes { hash.add(bytes: $0) }
      case .clip(let page):
        hash.add("clip")
        try hash.add(file: page.path)
      case .blank, .unreadable, .half: hash.add("blank")
      case .pdf(let file, let number):
        hash.add("pdf", number, file.box.rawValue)
        if files.insert(file.path).inserted { try hash.add(file: file.path) }
      case .sheet(let file, let number):
        hash.add("sheet", number)
        if files.insert(file.path).inserted { try hash.add(file: file.path) }
      }
    }
    return hash.value
  }

  /// Adds fields in order.
  mutating func add(_ fields: any JobField...) {
    for field in fields { field.add(to: &self) }
  }

  fileprivate mutating func add(bits: UInt64) {
    withUnsafeBytes(of: bits.littleEndian) { add(bytes: $0) }
  }

  fileprivate mutating func add(bytes: UnsafeRawBufferPointer) {
    value = FileStamp.checksum(value, bytes)
  }

  private mutating func add(file path: String) throws(RecordingError) {
    let stamp = try filing { () throws(FileError) in try FileStamp(ofFile: path) }
    add("file", stamp.length, Int(truncatingIfNeeded: stamp.checksum))
  }
}

/// A value that ``JobHash`` can encode.
protocol JobField {
  func add(to hash: inout JobHash)
}

extension Int: JobField {
  func add(to hash: inout JobHash) { hash.add(bits: UInt64(bitPattern: Int64(self))) }
}

extension Bool: JobField {
  func add(to hash: inout JobHash) { hash.add(self ? 1 : 0) }
}

extension Double: JobField {
  func add(to hash: inout JobHash) { hash.add(bits: bitPattern) }
}

extension String: JobField {
  func add(to hash: inout JobHash) {
    hash.add(utf8.count)
    var text = self
    text.withUTF8 { hash.add(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Optional: JobField where Wrapped: JobField {
  func add(to hash: inout JobHash) {
    hash.add(self != nil)
    if let self { hash.add(self) }
  }
}

extension Array: JobField where Element: JobField {
  func add(to hash: inout JobHash) {
    hash.add(count)
    for element in self { hash.add(element) }
  }
}

extension SIMD2: JobField where Scalar: JobField {
  func add(to hash: inout JobHash) { hash.add(x, y) }
}

extension SIMD3: JobField where Scalar: JobField {
  func add(to hash: inout JobHash) { hash.add(x, y, z) }
}

extension SIMD4<UInt8>: JobField {
  func add(to hash: inout JobHash) { hash.add(Int(x), Int(y), Int(z), Int(w)) }
}

extension PixelSize: JobField {
  func add(to hash: inout JobHash) { hash.add(width, height) }
}

extension FrameStage: JobField {
  func add(to hash: inout JobHash) { hash.add(frame, page, isPadded, first, step) }
}

extension HeldFrame: JobField {
  func add(to hash: inout JobHash) {
    hash.add(moment.turn, moment.times, first, count)
    for clip in moment.clips { hash.add(clip.page, clip.frame) }
    let view = moment.view
    if !view.isWhole { hash.add("view", view.origin, view.zoom, view.isSettled) }
    if !view.pose.isVertical {
      hash.add("pose", view.pose.tilt, view.pose.orbit, view.pose.blur, view.pose.focus)
    }
  }
}

extension BookTurn: JobField {
  func add(to hash: inout JobHash) {
    hash.add(front, back, below, facing, facingFront)
    // Of the timing, a dragged page depends on the turn's duration, and a video on the rate.
    let timing = settings.timing
    hash.add(settings.direction.rawValue, settings.isReversed)
    hash.add(timing.turnFrames, timing.rate.numerator, timing.rate.denominator)
    hash.add(settings.style)
  }
}

extension TurnStyle: JobField {
  func add(to hash: inout JobHash) {
    hash.add(kind?.rawValue, binding?.rawValue, profile?.rawValue, motion, radius, eye, background)
    hash.add(paper.droop, look)
  }
}

extension TurnStyle.Motion: JobField {
  func add(to hash: inout JobHash) {
    switch self {
    case .straight: hash.add("straight")
    case .angle(let angle): hash.add("angle", angle)
    case .angles(let angles):
      hash.add("angles", angles.frames.count)
      for frame in angles.frames { hash.add(frame.time, frame.value, frame.easing) }
    case .corner(let corner): hash.add("corner", corner.rawValue)
    case .drag(let path, let releases): hash.add("drag", path, releases)
    }
  }
}

extension Easing: JobField {
  func add(to hash: inout JobHash) {
    switch self {
    case .linear: hash.add("linear")
    case .easeIn: hash.add("ease-in")
    case .easeOut: hash.add("ease-out")
    case .easeInOut: hash.add("ease-in-out")
    case .cubicBezier(let curve): hash.add("cubic-bezier", curve.first, curve.second)
    case .spring(let spring):
      hash.add("spring", spring.mass, spring.stiffness, spring.damping, spring.initialVelocity)
    }
  }
}

extension CurlLook: JobField {
  func add(to hash: inout JobHash) {
    hash.add(light, shading, shadow, drawsFront, drawsBack, frontTint, backTint, paperColor)
    hash.add(showThrough, backFlip?.rawValue, board, gutter.x, gutter.y, cloth, quality.rawValue)
    hash.add(spine?.x, spine?.y)
  }
}

extension HardCover: JobField {
  func add(to hash: inout JobHash) { hash.add(cloth, squares.along, squares.beyond) }
}

extension CoverBoard: JobField {
  func add(to hash: inout JobHash) { hash.add(outside == .front, page, cloth) }
}

extension CurlLight: JobField {
  func add(to hash: inout JobHash) { hash.add(direction, ambient, highlight, shininess) }
}

extension CurlShading: JobField {
  func add(to hash: inout JobHash) {
    hash.add(sphere.width, sphere.height)
    sphere.pixels.withUnsafeBytes { hash.add(bytes: $0) }
  }
}

extension CurlShadow: JobField {
  func add(to hash: inout JobHash) {
    hash.add(direction, softness, strength, color, bounds?.low, bounds?.high)
  }
}
