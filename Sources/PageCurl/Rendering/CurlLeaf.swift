import GLES

/// A page in the air: its shape and what is on it.
public struct CurlLeaf {
  /// Its shape.
  public var shape: CurlShape
  /// Its pictures; the page below is drawn for the last of several leaves only.
  public var pages: CurlPages
  /// How it looks.
  public var look: CurlLook

  /// A page in the air.
  public init(_ shape: CurlShape, pages: CurlPages, look: CurlLook = CurlLook()) {
    self.shape = shape
    self.pages = pages
    self.look = look
  }
}

/// Parts of a curled page that are drawn one after the other where several are in the air.
struct CurlParts: OptionSet {
  let rawValue: UInt8
  /// What lies on the ground: the page below and the flat part of the front.
  static let ground = CurlParts(rawValue: 1)
  /// What rises from it, and the shadow that it casts.
  static let raised = CurlParts(rawValue: 2)
  static let all: CurlParts = [.ground, .raised]
}

extension PageCurlRenderer {
  /// Draws pages that turn at the same time, as ``draw(_:pages:look:view:into:)`` draws one.
  ///
  /// - Parameters:
  ///   - leaves: the pages in the air, on cylinders (others are left out), the one that set out first at
  ///     the front. Only the last one's page below is drawn.
  ///   - view: which part of page space the target shows.
  ///   - target: where to draw; it is bound when this returns.
  public func draw(
    _ leaves: [CurlLeaf], view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    guard leaves.count > 1 else {
      if let leaf = leaves.first, case .cylinder(let curl) = leaf.shape {
        try draw(curl, pages: leaf.pages, look: leaf.look, view: view, into: target)
      }
      return
    }
    // On the ground the page that set out first lies on top of those below it; where they have turned
    // over, each lies on top of those that turned before.
    for (index, leaf) in leaves.enumerated().reversed() {
      guard case .cylinder(let curl) = leaf.shape else { continue }
      var pages = leaf.pages
      if index < leaves.count - 1 { pages.below = nil }
      try draw(curl, .ground, pages: pages, look: leaf.look, view: view, into: target)
    }
    for leaf in leaves {
      guard case .cylinder(let curl) = leaf.shape else { continue }
      try draw(curl, .raised, pages: leaf.pages, look: leaf.look, view: view, into: target)
    }
  }
}
