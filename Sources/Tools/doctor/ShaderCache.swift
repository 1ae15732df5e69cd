import GLESKitCommandLine
import GLESKitSupport
import Glibc

/// The folder in which Mesa keeps compiled shaders from one run to the next. It saves half a second
/// of each run.
///
/// Mesa 22.3.6 maps the cache's index, a sparse file of 1.3 MB, into memory. Where the disk has no
/// space for one of its pages, writing to it ends the process by SIGBUS.
package enum ShaderCache {
  /// Ten times the index, because other programs write to the disk, too.
  private static let leastSpace = 16 << 20

  /// Why the cache must not be used, in a sentence; `nil` if it may, or is off already.
  package static var danger: String? {
    if let value = environment("MESA_SHADER_CACHE_DISABLE"), value == "1" || value == "true" {
      return nil
    }
    guard let folder = existing(folder), Files.freeSpace(in: folder) < leastSpace else {
      return nil
    }
    return "Mesa's shader cache is not used, which takes longer: less than \(leastSpace >> 20) MiB "
      + "are free in '\(folder)'; free some, or set XDG_CACHE_HOME"
  }

  /// Turns the cache off for this process if it must not be used.
  package static func avoidDanger() {
    if danger != nil { setenv("MESA_SHADER_CACHE_DISABLE", "true", 1) }
  }

  /// Where Mesa keeps it (`disk_cache_generate_cache_dir`): not in `HOME`, but in the home of the
  /// user database.
  private static var folder: String {
    if let given = environment("MESA_SHADER_CACHE_DIR") ?? environment("XDG_CACHE_HOME") {
      return given
    }
    let home = getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    return "\(home ?? "")/.cache"
  }

  /// The folder, or the one in which Mesa would make it; `nil` if there is none.
  private static func existing(_ folder: String) -> String? {
    if Files.kind(of: folder) == .folder { return folder }
    guard let end = folder.lastIndex(of: "/"), end > folder.startIndex else { return nil }
    return existing(String(folder[..<end]))
  }
}
