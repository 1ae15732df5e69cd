import GLES
import Glibc
import Imaging
import PageCurl
import TestSupport
import Testing

/// Invariants of every frame, tested on many small random frames. `scripts/conformance-page-curl`
/// tries a hundred thousand.
@Suite(.serialized) struct RandomFramesTests {
  private static let sweep = Sweep(sample: 150, full: 600)
  /// Frame 90,551 was wrong once.
  private static let numbers = Array(sweep.numbers) + [90_551]

  /// The failures: the numbers of the first few frames, and the count.
  private struct Findings {
    private(set) var count = 0
    private(set) var text = ""

    mutating func add(_ frame: Int, _ what: String) {
      count += 1
      if count <= 5 { text += "\nframe \(frame): \(what)" }
    }
  }

  private func report(_ name: String, _ judged: String, _ findings: Findings) {
    let sweep = Self.sweep
    print("\(name): \(sweep.count) frames from \(sweep.first), \(judged), \(findings.count) wrong")
    #expect(
      findings.count == 0,
      "\(findings.text)\nagain: scripts/conformance-page-curl 1 FRAME")
  }

  /// Invariant 9, and no not-a-number: pages of one color, opaque or not, are drawn in that color
  /// wherever they are and however often they lie on one another. Without light every layer is
  /// premultiplied paper of one color, so that red, green and blue stay in proportion to alpha: to
  /// 3 steps of 255, since for each layer of paper both the color and the alpha are rounded,
  /// before they are blended and after. Opaque pages that fill the target stay what they are: in
  /// drafts to the bit, else to 2 steps, where at the silhouette the front and the back are blended
  /// over the same pixel.
  @Test(.long) func constantPagesStayConstant() throws {
    let stage = try Stage()
    var findings = Findings()
    var (pixels, worst, worstOpaque) = (0, 0.0, 0.0)
    for number in Self.numbers {
      var frame = try RandomFrame(number)
      frame.look.light = nil
      frame.look.shadow = nil
      let alpha =
        frame.isOpaque || Bool.random(using: &frame.random)
        ? UInt8(255) : .random(in: 1...254, using: &frame.random)
      var color = SIMD4<UInt8>(repeating: alpha)
      for channel in 0..<3 { color[channel] = .random(in: 0...alpha, using: &frame.random) }
      // A page of one color may have any number of texels.
      let isWhole = Bool.random(using: &frame.random)
      let page = try stage.page(
        Image(
          width: isWhole ? frame.size.x : 3, height: isWhole ? frame.size.y : 2,
          filledWith: color), isOpaque: frame.isOpaque)
      let picture = try frame.picture(
        on: stage, CurlPages(front: page, back: page, below: page))
      let share = SIMD4<Double>(color) / Double(alpha)
      var (furthest, thin) = (0.0, 0)
      picture.pixels.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: 4) {
          let pixel = SIMD4<Double>(
            bytes.loadUnaligned(fromByteOffset: start, as: SIMD4<UInt8>.self))
          let away = pixel - pixel.w * share
          furthest = max(furthest, away.max(), -away.min())
          if pixel.w + 1 < Double(alpha) { thin += 1 }
        }
      }
      pixels += frame.target.x * frame.target.y
      let fills = frame.target == frame.size && frame.view == CurlView()
      if fills, thin > 0 { findings.add(number, "\(thin) pixels of the page are thinner than it") }
      if fills, alpha == 255 {
        worstOpaque = max(worstOpaque, furthest)
      } else {
        worst = max(worst, furthest)
      }
      let bar = !(fills && alpha == 255) ? 3 : frame.look.quality == .draft ? 0 : 2
      if furthest > Double(bar) {
        findings.add(number, "a channel is off by \(furthest)")
      }
    }
    report(
      "constant pages",
      "\(pixels) pixels, the worst off by \(worst) "
        + "(\(worstOpaque) where opaque pages fill the target)",
      findings)
  }

  /// Paper coordinates as colors: x in red, y in green; blue marks this page.
  private func map(_ size: SIMD2<Int>, blue: UInt8) -> Image {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.x * size.y * 4)
    for y in 0..<size.y {
      let up = UInt8(((Double(size.y - y) - 0.5) / Double(size.y) * 255).rounded())
      for x in 0..<size.x {
        pixels += [UInt8(((Double(x) + 0.5) / Double(size.x) * 255).rounded()), up, blue, 255]
      }
    }
    return Image(width: size.x, height: size.y, pixels: pixels)
  }

  /// Invariant 8: where the back is visible, it shows the place of its picture that the reference
  /// computes, and the picture is not mirrored: going right and then up in the target turns left in
  /// the picture.
  @Test func backsReadUnmirrored() throws {
    let stage = try Stage()
    var findings = Findings()
    var (places, turns, worst, landed) = (0, 0, 0.0, 0)
    for number in Self.numbers {
      var frame = try RandomFrame(number)
      frame.look.light = nil
      frame.look.shadow = nil
      let flips: [BackFlip?] = [nil, .sideways, .upwards]
      frame.look.backFlip = flips.randomElement(using: &frame.random) ?? nil
      let plain = Image(width: 1, height: 1, filledWith: SIMD4(128, 128, 0, 255))
      let back = map(frame.size, blue: 255)
      let pages = CurlPages(
        front: try stage.page(plain), back: try stage.page(back, isOpaque: frame.isOpaque),
        below: try stage.page(plain))
      let picture = try frame.picture(on: stage, pages)
      for _ in 0..<16 {
        let paper = SIMD2(
          Double.random(in: 0...Double(frame.size.x), using: &frame.random),
          Double.random(in: 0...Double(frame.size.y), using: &frame.random))
        guard let pixel = frame.pixel(showing: paper),
          let expected = try frame.backPlace(at: pixel)
        else { continue }
        let found = place(picture[pixel.x, pixel.y], frame.size)
        places += 1
        let away = found.map { $0 - expected } ?? SIMD2(repeating: .infinity)
        worst = max(worst, abs(away.x), abs(away.y))
        // The colors are rounded in the page, in sampling and in the target, and the mean of bent
        // paper in a pixel differs from its center: less than a pixel in all.
        let bar = 2 * SIMD2<Double>(frame.size) / 255 + 0.2
        if abs(away.x) > bar.x || abs(away.y) > bar.y {
          findings.add(number, "pixel \(pixel) is off by \(away) of the back's pixels")
        }
        // The orientation, where the paper is level and a few pixels are enough.
        let step = 6
        guard pixel.x + step < frame.target.x, pixel.y >= step,
          let right = try frame.backPlace(at: pixel &+ SIMD2(step, 0)),
          let up = try frame.backPlace(at: pixel &- SIMD2(0, step)),
          let foundRight = place(picture[pixel.x + step, pixel.y], frame.size),
          let foundUp = place(picture[pixel.x, pixel.y - step], frame.size), let found
        else { continue }
        turns += 1
        let area = Self.cross(foundRight - found, foundUp - found)
        let due = Self.cross(right - expected, up - expected)
        if area <= 0 || due <= 0 { findings.add(number, "mirrored at \(pixel): \(area), \(due)") }
      }
      // A landed leaf is the back drawn flat, bit for bit.
      guard let binding = frame.binding, frame.eye == nil else { continue }
      let leaf = try LeafTurn(
        width: Double(frame.size.x), height: Double(frame.size.y), binding: binding,
        radius: Double.random(in: 0...40, using: &frame.random),
        tilt: .random(in: -1.4...1.4, using: &frame.random), fold: .cylinder)
      frame.shape = .fold(try leaf.geometry(at: 1))
      frame.look.backFlip = nil
      frame.target = frame.size
      frame.view = CurlView(
        origin: -binding.away * SIMD2(Double(frame.size.x), Double(frame.size.y)))
      landed += 1
      let landing = try frame.picture(on: stage, pages)
      if landing != back {
        findings.add(number, "landed, \(differences(landing, back)) pixels differ from the back")
      }
    }
    report(
      "backs", "\(places) places, the worst off by \(worst), \(turns) turns, \(landed) landed",
      findings)
    #expect(places > Self.sweep.count && turns > Self.sweep.count / 4 || Self.sweep.count < 100)
  }

  /// Decodes the place in the back's picture from a pixel, in picture pixels; `nil` if it shows
  /// anything else.
  private func place(_ pixel: SIMD4<UInt8>, _ size: SIMD2<Int>) -> SIMD2<Double>? {
    guard pixel.z >= 254, pixel.w == 255 else { return nil }
    return SIMD2(Double(pixel.x) * Double(size.x), Double(pixel.y) * Double(size.y)) / 255
  }

  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    a.x * b.y - a.y * b.x
  }

  /// Invariant 11: a picture depends on its time only. Frames are drawn in order, and then by
  /// another renderer in another context in reverse order.
  @Test(.long) func uncurlingIsCurlingBackwards() throws {
    let stages = [try Stage(), try Stage()]
    var findings = Findings()
    for start in stride(from: 0, to: Self.numbers.count, by: 50) {
      let batch = Self.numbers[start..<min(start + 50, Self.numbers.count)]
      // A turn of few pages, as in a book: renderers keep data of pages.
      let image = Stage.noise(Int(40 + start % 50), 40, seed: UInt64(start))
      func pictures(_ index: Int, _ numbers: [Int]) throws -> [Image] {
        try stages[index].offscreen.makeCurrent()
        let pages = CurlPages(
          front: try stages[index].page(image), below: try stages[index].page(image))
        return try numbers.map { number in
          try RandomFrame(number).picture(on: stages[index], pages)
        }
      }
      let forwards = try pictures(0, Array(batch))
      let backwards = try pictures(1, batch.reversed())
      for (number, (one, other)) in zip(batch, zip(forwards, backwards.reversed()))
      where one != other {
        findings.add(number, "\(differences(one, other)) pixels differ")
      }
    }
    report("backwards", "each drawn twice", findings)
  }

  /// Pixels that are not drawn because they do not move are those of one end of the turn: combined
  /// from these three, the picture is the same bit for bit as a complete one.
  @Test(.long) func whatLiesStillIsLeftOut() throws {
    let stage = try Stage()
    var findings = Findings()
    var (frames, pixels, moving) = (0, 0, 0)
    for number in Self.numbers {
      var frame = try RandomFrame(number)
      guard case .fold(let curl) = frame.shape, frame.eye == nil, frame.view.scale == 1 else {
        continue
      }
      let images = (0..<3).map { _ in
        Stage.noise(frame.size.x, frame.size.y, seed: frame.random.next())
      }
      let textures = try images.map { try stage.page($0) }
      let pages = CurlPages(front: textures[0], back: textures[1], below: textures[2])
      let way = frame.binding.map { -$0.away * SIMD2(curl.width, curl.height) }
      let page = PageRect(low: .zero, high: SIMD2(curl.width, curl.height))
      let landing = way.map { PageRect(low: $0, high: page.high + $0) }
      if let landing, Bool.random(using: &frame.random) {
        frame.look.shadow?.bounds = page.union(landing)
      }
      let ends = try frame.ends(of: curl)
      let target = try Framebuffer(stage.gl, width: frame.target.x, height: frame.target.y)
      // On white, a misplaced shadow is visible.
      func clear() {
        target.bind()
        stage.gl.apply(RenderState())
        stage.gl.clear(color: SIMD4(repeating: 1))
      }
      let pictures = try [ends.before, curl, ends.after].map { curl in
        clear()
        let leaf = CurlLeaf(.fold(curl), pages: pages, look: frame.look)
        try stage.renderer.draw([leaf], view: frame.view, into: target)
        return try target.readImage()
      }
      clear()
      let drawn = try stage.renderer.drawMoving(
        [CurlLeaf(.fold(curl), pages: pages, look: frame.look)], eye: nil, view: frame.view,
        paper: nil, skipsFlat: true, landing: landing, into: target)
      guard case .rows(let moved) = drawn else {
        findings.add(number, "nothing is left out")
        continue
      }
      let picture = try target.readImage()
      var wrong = 0
      for (number, row) in moved.rows.enumerated() {
        let y = frame.target.y - 1 - number
        for x in 0..<frame.target.x {
          let isRead = moved.regions.contains {
            $0.x..<$0.x + $0.width ~= x && $0.y..<$0.y + $0.height ~= number
          }
          let side = x < row.pixels.lowerBound ? row.left : row.right
          let found =
            row.pixels.contains(x)
            ? isRead ? picture[x, y] : .zero : pictures[side == .before ? 0 : 2][x, y]
          if found != pictures[1][x, y] { wrong += 1 }
          // The pixels that are read show the frame, too.
          if isRead && picture[x, y] != pictures[1][x, y] { wrong += 1 }
        }
        moving += row.pixels.count
      }
      frames += 1
      pixels += frame.target.x * frame.target.y
      if wrong > 0 { findings.add(number, "\(wrong) pixels differ") }
    }
    report("still", "\(frames) of them, \(moving) of \(pixels) pixels moving", findings)
    #expect(frames > Self.sweep.count / 2)
    #expect(moving < pixels * 3 / 4)
  }

  /// Invariant 3: for every kind of turn the first frame is the front and the last the page below.
  @Test func theEndsAreThePagesToTheBit() throws {
    let stage = try Stage()
    var findings = Findings()
    for number in Self.numbers {
      var frame = try RandomFrame(number)
      let images = (0..<3).map { _ in
        Stage.noise(frame.size.x, frame.size.y, seed: frame.random.next())
      }
      let pages = try images.map { try stage.page($0, isOpaque: frame.isOpaque) }
      frame.target = frame.size
      frame.view = CurlView()
      guard case .fold(let curl) = frame.shape else { continue }
      for time in [0, 1] {
        frame.shape = .fold(
          try CurlGeometry(
            width: curl.width, height: curl.height, time: Double(time), angle: curl.angle,
            radius: curl.radius, fold: .cylinder))
        let picture = try frame.picture(
          on: stage, CurlPages(front: pages[0], back: pages[1], below: pages[2]))
        if picture != images[2 * time] {
          findings.add(number, "\(differences(picture, images[2 * time])) pixels differ at \(time)")
        }
      }
    }
    report("ends", "two moments each", findings)
  }
}

extension RandomFrame {
  /// The page before its turn, and after.
  fileprivate func ends(of curl: CurlGeometry) throws -> (
    before: CurlGeometry, after: CurlGeometry
  ) {
    func end(_ time: Double) throws -> CurlGeometry {
      guard let binding else {
        return try CurlGeometry(
          width: curl.width, height: curl.height, time: time, angle: curl.angle,
          radius: curl.radius, fold: .cylinder
        )
      }
      return try LeafTurn(
        width: curl.width, height: curl.height, binding: binding, radius: 0, fold: .cylinder
      )
      .geometry(at: time)
    }
    return (try end(0), try end(1))
  }

  /// Returns the target's pixel that contains a point of the paper, if it is visible.
  fileprivate func pixel(showing paper: SIMD2<Double>) -> SIMD2<Int>? {
    var place = shape.position(of: paper)
    if let eye { place = eye + (place - eye) * (eye.z / (eye.z - place.z)) }
    let away = (SIMD2(place.x, place.y) - view.origin) * view.scale
    guard away.x >= 0, away.y >= 0, away.x < Double(target.x), away.y < Double(target.y) else {
      return nil
    }
    return SIMD2(Int(away.x), target.y - 1 - Int(away.y))
  }

  /// Returns the place in the back's picture, in its pixels, that the reference computes for a
  /// pixel; `nil` if there is no back, an edge is near, or the paper is too steep for a single
  /// place.
  fileprivate func backPlace(at pixel: SIMD2<Int>) throws -> SIMD2<Double>? {
    let middle = point(pixel)
    guard let seen = try shape.intersections(at: middle, from: eye).first, seen.side == .back,
      abs(shape.normal(at: seen.paper).z) > 0.7
    else { return nil }
    for index in 0..<8 {
      let way = Double(index) * .pi / 4
      let around = middle + 2 / view.scale * SIMD2(cos(way), sin(way))
      guard let near = try shape.intersections(at: around, from: eye).first, near.side == .back,
        length(near.paper - seen.paper) < 6 / view.scale
      else { return nil }
    }
    let (width, height) = (Double(size.x), Double(size.y))
    let place =
      switch flip {
      case .sideways: SIMD2(width - seen.paper.x, seen.paper.y)
      case .upwards: SIMD2(seen.paper.x, height - seen.paper.y)
      }
    // The outermost half pixels show the place of their centers.
    guard place.x > 2, place.y > 2, place.x < width - 2, place.y < height - 2 else { return nil }
    return place
  }
}
