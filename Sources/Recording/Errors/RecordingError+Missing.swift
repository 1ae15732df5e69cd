import GLESKitSupport
import Glibc

extension RecordingError {
  /// The error for a file that doesn't exist. It names the file or folder beside it whose name is
  /// nearest.
  package static func missing(_ path: String) -> RecordingError {
    if Files.isLink(path) {
      return .pages("cannot read '\(path)': it is a link to a file that doesn't exist")
    }
    let error = FileError(.read, path, code: ENOENT)
    return nearest(to: path).map { .pages("\(error)\(Spelling.question($0))") }
      ?? .file(error)
  }

  private static func nearest(to path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = String(path.dropLast(name.count))
    let names = (try? Files.list(folder.isEmpty ? "." : folder)) ?? []
    return Spelling.closest(
      to: String(name), in: names.lazy.filter { !$0.hasPrefix(".") }.sorted(), within: 2
    ).map { folder + $0 }
  }
}
