import GLESKitSupport
import Glibc

/// A new empty folder, removed with all that is in it when the value goes out of scope.
public struct TemporaryFolder: ~Copyable {
  /// The folder's path, without a slash at the end.
  public let path: String

  /// Makes the folder in `TMPDIR`, or under `/tmp`.
  public init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(place)/gleskit-test-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard mkdir(path, 0o700) == 0 else { throw FileError(.createFolder, path, code: errno) }
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    for name in (try? Files.list(path)) ?? [] {
      let entry = "\(path)/\(name)"
      if unlink(entry) != 0 && errno == EISDIR { remove(entry) }
    }
    rmdir(path)
  }
}
