import Glibc

/// A file operation that failed: the operation, the path, the system's reason and a remedy.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation; the raw value is the verb in messages.
  public enum Operation: String, Hashable, Sendable {
    /// Opening or reading a file.
    case read
    /// Opening, writing or naming a file.
    case write
    /// Creating a folder.
    case createFolder = "create the folder"
    /// Listing a folder.
    case list
  }

  /// The operation.
  public let operation: Operation
  /// The path as given.
  public let path: String
  /// The C error number, such as `ENOENT`.
  public let code: Int32
  /// The file and line that name the path, such as `page.frag:3`; `nil` if none does.
  public let place: String?

  /// Makes the error for `operation` on `path`; `code` is the C error number.
  public init(_ operation: Operation, _ path: String, code: Int32, place: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.place = place
  }

  /// The ``code`` of a file that a configuration, source or link names and that is not read,
  /// because it does not lie in the project.
  package static let outside: Int32 = -1

  /// The system's sentence for `code`, as by C's `strerror`.
  public var reason: String {
    code == Self.outside ? "it lies outside the project" : String(cString: strerror(code))
  }

  private var isTemporary: Bool {
    code != EFBIG && (path == Files.temporaryFolder || path.hasSuffix("/\(AtomicFile.scratchName)"))
  }

  /// What the user can do about it; `nil` if the reason says enough.
  public var remedy: String? {
    switch (operation, code) {
    case (.write, _) where isTemporary, (.createFolder, _) where isTemporary:
      (code == ENOSPC ? "free some space or " : "") + "set TMPDIR to another folder"
    case (.read, ENOENT) where path.contains("://"): "download it first; URLs are not read"
    case (.read, ENOENT) where path.contains(where: { "*?".contains($0) }):
      "the shell expands wildcards only outside quotes"
    case (.read, ENOENT), (.list, ENOENT): "check the name"
    case (.read, EOPNOTSUPP): "use a regular file"
    case (.read, EISDIR): "use a file, not a folder"
    case (.read, EACCES), (.list, EACCES): "make it readable with chmod +r"
    case (.read, EFBIG): "it is larger than the limit"
    case (.read, EILSEQ), (.write, EILSEQ): "rename it; names must be UTF-8"
    case (.write, EFBIG): "raise the limit with ulimit -f"
    case (.write, ENOENT) where Files.kind(of: AtomicFile.folder(of: path)) == .folder:
      "choose another folder"
    case (.write, ENOENT), (.write, ENOTDIR): "create its folder first"
    case (.write, EISDIR): "it is a folder; use a file name"
    case (.write, EACCES), (.createFolder, EACCES): "make the folder writable, or use another"
    case (.write, EROFS), (.createFolder, EROFS): "choose a folder on a writable file system"
    case (.write, ENOSPC), (.write, EDQUOT), (.createFolder, ENOSPC):
      "free some space or write elsewhere"
    case (.createFolder, EEXIST), (.createFolder, ENOTDIR):
      "a file has this name; choose another name"
    default: nil
    }
  }

  /// One line: `cannot read 'a.png': No such file or directory (check the name)`.
  public var description: String {
    "\(place.map { "\($0): " } ?? "")cannot \(operation.rawValue) '\(path)': \(cause)"
  }

  /// The reason and the remedy, for a line that names the file already.
  package var cause: String { remedy.map { "\(reason) (\($0))" } ?? reason }
}
