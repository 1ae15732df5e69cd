import GLESKitSupport
import Glibc
import Recording

/// A new folder in `TMPDIR`, removed with the files in it.
final class ScratchFolder {
  let path: String

  init() throws(FileError) {
    let parent = Files.temporaryFolder
    var name = Array("\(parent)/pagecurl-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw FileError(.createFolder, parent, code: errno) }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// The number of bytes of the files in it.
  var size: Int {
    files.reduce(0) { sum, path in
      var status = stat()
      let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      return sum + (isFile ? Int(status.st_size) : 0)
    }
  }

  /// The folders that a job made, the inner ones first, and this one.
  private var folders: [String] {
    let names = (try? Files.list(path)) ?? []
    return names.map { "\(path)/\($0)" }.filter { Files.kind(of: $0) == .folder } + [path]
  }

  private var files: [String] {
    folders.flatMap { folder in
      ((try? Files.list(folder)) ?? []).map { "\(folder)/\($0)" }
    }
  }

  deinit {
    let folders = folders
    for file in files { unlink(file) }
    for folder in folders { rmdir(folder) }
  }
}

/// The last component of a path.
func lastName(of path: String) -> Substring { path.split(separator: "/").last ?? "output" }

extension BookJob.Output {
  /// The same output in another folder.
  func moved(to folder: String) -> BookJob.Output {
    switch self {
    case .frames(_, let name): .frames(folder: "\(folder)/frames", name: name)
    case .still(let path, let time, let format):
      .still(path: "\(folder)/\(lastName(of: path))", time: time, format: format)
    case .video(let path, let format):
      .video(path: "\(folder)/\(lastName(of: path))", format: format)
    case .webPage(let path, let title):
      .webPage(path: "\(folder)/\(lastName(of: path))", title: title)
    }
  }
}
