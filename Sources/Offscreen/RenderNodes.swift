import GLESKitSupport
import Glibc

/// The kernel's render nodes, one a GPU.
enum RenderNodes {
  /// The name that the first GPU's node has.
  static let first = "/dev/dri/renderD128"

  /// Those that are there, in the order of their numbers.
  static var paths: [String] {
    ((try? Files.list("/dev/dri")) ?? []).filter { $0.hasPrefix("renderD") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      .map { "/dev/dri/\($0)" }
  }
}

extension RouteFailure {
  /// There is no render node to try.
  static var noRenderNode: RouteFailure { RouteFailure(opening: RenderNodes.first, code: ENOENT) }
}
