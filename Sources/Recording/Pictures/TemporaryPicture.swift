import GLESKitSupport
import Glibc

/// A file that another program reads or writes, in a folder of its own. Both are removed at the
/// end.
struct TemporaryPicture: ~Copyable {
  let path: String
  private let folder: String

  /// Makes the folder.
  init(named name: String) throws(RecordingError) {
    let parent = Files.temporaryFolder
    var template = Array("\(parent)/.pagecurl-picture-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .file(FileError(.createFolder, parent, code: errno))
    }
    folder = template.withUnsafeBufferPointer {
      $0.baseAddress.map { String(cString: $0) } ?? ""
    }
    path = "\(folder)/\(name)"
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}
