import GLESKitSupport
import Glibc

/// The files that a run may read: those of the projects that the user names, and what the user
/// names besides.
///
/// A project may be a stranger's, whose report is read by others. What its configuration, sources
/// and links name is only read and changed if it lies in the project.
package struct ProjectFiles: Hashable, Sendable {
  /// Whether to follow links and paths that lead out of the projects.
  package var followsLinks: Bool
  /// The real paths of folders whose files may be read.
  private var folders: Set<String> = []
  /// The real paths of other files that may be read.
  private var files: Set<String> = []

  /// Makes a set without projects.
  package init(followsLinks: Bool = false) { self.followsLinks = followsLinks }

  /// Adds a file or folder that the user names, such as a folder to search.
  package mutating func add(_ path: String) {
    guard let real = Self.real(path) else { return }
    if Files.kind(of: real) == .folder { folders.insert(real) } else { files.insert(real) }
  }

  /// Adds a file or folder that the user names and the project around it: the nearest folder with
  /// version control, else the nearest one with a configuration, else the folder itself.
  package mutating func addProject(of path: String) {
    add(path)
    let folder = Files.kind(of: path) == .folder ? path : Paths.folder(of: path)
    if let real = Self.real(folder) { folders.insert(Self.root(around: real)) }
  }

  private static func root(around folder: String) -> String {
    func hasAny(_ place: String, _ names: [String]) -> Bool {
      names.contains { Files.kind(of: Paths.join(place, $0)) != nil }
    }
    var places = [folder]
    while let last = places.last, last != "/" { places.append(Paths.folder(of: last)) }
    return places.first { hasAny($0, [".git", ".hg", ".svn"]) }
      ?? places.first { hasAny($0, ConfigurationFinder.names) } ?? folder
  }

  /// Reads a regular file.
  ///
  /// - Throws: `FileError`, also for a file that lies outside and for a pipe, device or socket.
  package func read(_ path: String, limit: Int = 1 << 31) throws(FileError) -> [UInt8] {
    try Files.readRegular(path, limit: limit) { isAllowed($0) }
  }

  /// Whether a path is a link that leads out of the projects and is not followed.
  func leadsOut(_ path: String) -> Bool {
    Files.isLink(path) && Self.real(path).map { !isAllowed($0) } ?? false
  }

  /// Returns the real path of a file, if it may be changed: not if only its name is known to be the
  /// user's, because a link may have it.
  func writable(_ path: String) -> String? {
    Self.real(path).flatMap { followsLinks || isInside($0) ? $0 : nil }
  }

  private func isAllowed(_ real: String) -> Bool {
    followsLinks || files.contains(real) || isInside(real)
  }

  private func isInside(_ real: String) -> Bool {
    folders.contains { real == $0 || real.hasPrefix($0 == "/" ? "/" : "\($0)/") }
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }
}

extension FileError {
  /// How to have a file read that lies outside; `nil` for other errors.
  var advice: String? {
    code == Self.outside ? "-I reads from a folder, --follow whatever links and paths lead to" : nil
  }
}
