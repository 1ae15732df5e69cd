import Glibc

/// The file that a path stands for: equal for a relative and an absolute path, a symbolic link and
/// its target, and two hard links.
package enum FileIdentity: Hashable, Sendable {
  /// An existing file or folder, by its device and inode.
  case existing(device: UInt64, inode: UInt64)
  /// A file that doesn't exist yet: the names that lead to it from the nearest existing folder, in
  /// lower case, because some file systems ignore case.
  case new(device: UInt64, inode: UInt64, names: [String])

  /// The file at `path`; `-` is standard output.
  ///
  /// - Returns: `nil` for pipes, devices and sockets, which may be used any number of times, and
  ///   for loops of links.
  package init?(ofOutput path: String) {
    self.init(path, standard: STDOUT_FILENO)
  }

  /// The existing file at `path`; `-` is standard input.
  ///
  /// - Returns: `nil` for anything but files and folders.
  package init?(ofInput path: String) {
    self.init(path, standard: STDIN_FILENO)
    guard case .existing = self else { return nil }
  }

  private init?(_ path: String, standard: Int32) {
    var status = stat()
    if path == "-" {
      guard fstat(standard, &status) == 0, Self.isFile(status) else { return nil }
      self = .existing(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      return
    }
    var names: [String] = []
    if stat(path, &status) != 0 {
      // A link may lead to a file that doesn't exist yet.
      guard var place = try? AtomicFile.resolved(path) else { return nil }
      while stat(place, &status) != 0 {
        let name = place.split(separator: "/").last ?? ""
        if name != "." { names.insert(name.lowercased(), at: 0) }
        let folder = AtomicFile.folder(of: place)
        guard folder != place else { return nil }
        place = folder
      }
    }
    guard Self.isFile(status) else { return nil }
    let (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    self =
      names.isEmpty
      ? .existing(device: device, inode: inode)
      : .new(device: device, inode: inode, names: names)
  }

  private static func isFile(_ status: stat) -> Bool {
    [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
