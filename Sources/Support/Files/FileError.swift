import Glibc

/// Why a file could not be read or written, in one line: what was tried, on which path, what the
/// system said and, where there is one, the remedy.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done, as the verb of the sentence: `read`, `write`, `create the folder`.
  public enum Operation: String, Hashable, Sendable {
    /// Opening or reading a file.
    case read
    /// Opening, writing or naming a file.
    case write
    /// Making a folder.
    case createFolder = "create the folder"
    /// Reading the names in a folder.
    case list
  }

  /// What was being done.
  public let operation: Operation
  /// The path as the caller gave it.
  public let path: String
  /// The C error number, such as `ENOENT`.
  public let code: Int32

  /// Makes the error for `operation` on `path`; `code` is the C error number.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's sentence for `code`, as by C's `strerror`.
  public var reason: String { String(cString: strerror(code)) }

  /// What the reader can do about it; `nil` where the reason says it all.
  public var remedy: String? {
    switch (operation, code) {
    case (.read, ENOENT), (.list, ENOENT): "check the name"
    case (.read, EOPNOTSUPP): "give a regular file"
    case (.read, EISDIR): "give a file, not a folder"
    case (.read, EACCES), (.list, EACCES): "make it readable with chmod +r"
    case (.read, EFBIG): "it is larger than this reader's limit"
    case (.write, EFBIG): "no larger file is allowed here; raise the limit with ulimit -f"
    case (.write, ENOENT), (.write, ENOTDIR): "its folder does not exist; make it first"
    case (.write, EISDIR): "that is a folder; give a file name"
    case (.write, EACCES), (.createFolder, EACCES): "choose a folder that you may write to"
    case (.write, EROFS), (.createFolder, EROFS): "choose a folder on a writable file system"
    case (.write, ENOSPC), (.write, EDQUOT), (.createFolder, ENOSPC):
      "free some space, or write elsewhere"
    case (.createFolder, EEXIST), (.createFolder, ENOTDIR):
      "a file of that name is in the way; choose another name"
    default: nil
    }
  }

  /// One line: `cannot read 'a.png': No such file or directory (check the name)`.
  public var description: String {
    let sentence = "cannot \(operation.rawValue) '\(path)': \(reason)"
    return remedy.map { "\(sentence) (\($0))" } ?? sentence
  }
}
