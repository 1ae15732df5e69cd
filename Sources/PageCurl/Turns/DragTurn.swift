/// A finger's whole way as a turn: it comes down, moves along a path, and may let go at its end.
public struct DragTurn: Hashable, Sendable {
  /// The edge that the page is bound at; `nil` is a loose sheet.
  public var binding: Binding? { start.binding }
  /// The finger as it comes down.
  private let start: CurlDrag
  /// Where it goes, page pixels; the first point is where it comes down.
  public let path: [SIMD2<Double>]
  /// How long it takes for the path, in seconds: what it lets go with is its speed.
  public let seconds: Double
  /// The share of the turn that the path takes. In the rest the page finishes its turn or falls back.
  public let held: Double

  /// A drag along `path`, at an even speed.
  ///
  /// - Parameters:
  ///   - width: the page's width, page pixels.
  ///   - height: the page's height, page pixels.
  ///   - path: where the finger goes, page pixels; the first point is where it comes down, moved to the
  ///     nearest point of the page.
  ///   - radius: the curl's radius once the drag is under way, page pixels.
  ///   - binding: the edge that the page is bound at; `nil` for a loose sheet.
  ///   - seconds: how long the path takes, above 0.
  ///   - releases: whether the finger lets go at the path's end, three fifths of the turn.
  /// - Throws: ``PageCurlError`` for a size or radius that is impossible, ``PageCurlError/position`` for an
  ///   empty path, a point that is not finite, or a time that is not above 0.
  public init(
    width: Double, height: Double, path: [SIMD2<Double>], radius: Double, binding: Binding?,
    seconds: Double = 1, releases: Bool = false
  ) throws(PageCurlError) {
    guard let first = path.first, seconds > 0, seconds.isFinite,
      path.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { throw .position }
    start = try CurlDrag(
      width: width, height: height, at: first, seconds: 0, radius: radius, binding: binding)
    self.path = path
    self.seconds = seconds
    held = releases ? 0.6 : 1
  }

  /// The page at `time`: 0 as the finger comes down, 1 at the end; clamped in between.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is not a number.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    guard !time.isNaN else { throw .time }
    let time = min(max(time, 0), 1)
    var drag = start
    let share = min(time / held, 1)
    // Where it was just under a tenth of a second ago: by that its speed is known.
    let before = max(share - 0.09 / seconds, 0)
    try drag.move(to: place(at: before), seconds: before * seconds)
    try drag.move(to: place(at: share), seconds: share * seconds)
    guard time > held else { return try drag.shape().curl }
    let settle = try drag.release(seconds: share * seconds)
    return try settle.geometry(at: (time - held) / (1 - held) * settle.duration)
  }

  /// How the back's picture is laid: by the spine, or by where the finger goes in the end.
  public var flip: BackFlip {
    if let binding { return binding.flip }
    let way = path[path.count - 1] - path[0]
    return abs(way.x) >= abs(way.y) ? .sideways : .upwards
  }

  /// The point of the path after `share` of its length.
  private func place(at share: Double) -> SIMD2<Double> {
    func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
    let legs = zip(path, path.dropFirst())
    var left = share * legs.reduce(0) { $0 + length($1.1 - $1.0) }
    for (from, to) in legs {
      let leg = length(to - from)
      if left < leg { return from + (to - from) * (left / leg) }
      left -= leg
    }
    return path[path.count - 1]
  }
}
