import GLESKitSupport
import Glibc

/// The kernel's render nodes, one per GPU.
package enum RenderNodes {
  /// The name of the first GPU's node.
  static let first = "/dev/dri/renderD128"

  /// The existing nodes in the order of their numbers.
  package static var paths: [String] {
    ((try? Files.list("/dev/dri")) ?? []).filter { $0.hasPrefix("renderD") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      .map { "/dev/dri/\($0)" }
  }
}

extension RouteFailure {
  /// The failure for a machine without render nodes.
  static var noRenderNode: RouteFailure { RouteFailure(opening: RenderNodes.first, code: ENOENT) }
}
