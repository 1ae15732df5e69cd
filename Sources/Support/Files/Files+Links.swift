import Glibc

extension Files {
  /// How many bytes a regular file holds; `nil` where there is none. The corresponding C function
  /// is `stat`.
  package static func length(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Gives a file a second name (a hard link), replacing an existing file; makes a copy on another
  /// file system, or on one without links. The corresponding C function is `link`.
  ///
  /// - Throws: `FileError` for the path that failed.
  package static func link(_ source: String, to target: String) throws(FileError) {
    if Glibc.link(source, target) == 0 { return }
    if errno == EEXIST {
      if let old = FileIdentity(ofInput: source), old == FileIdentity(ofInput: target) { return }
      guard kind(of: target) != .folder else { throw FileError(.write, target, code: EISDIR) }
      // link does not replace a file, but rename does.
      let name = AtomicFile.temporaryName(beside: target)
      if Glibc.link(source, name) == 0 {
        guard rename(name, target) == 0 else {
          let code = errno
          unlink(name)
          throw FileError(.write, target, code: code)
        }
        return
      }
    }
    switch errno {
    case EXDEV, EPERM, EMLINK, EOPNOTSUPP:
      try AtomicFile.write(try read(source), to: target, as: .member)
    case ENOENT where kind(of: source) == nil: throw FileError(.read, source, code: ENOENT)
    case let code: throw FileError(.write, target, code: code)
    }
  }

  /// Waits until existing files are on the disk. The corresponding C function is `fdatasync`.
  ///
  /// Call it once for many files, when the system has already begun to write the first of them.
  package static func synchronize(_ paths: some Sequence<String>) throws(FileError) {
    for path in paths {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
      defer { close(descriptor) }
      try synchronize(descriptor, named: path)
    }
  }

  /// Waits until an open file's bytes are on the disk.
  static func synchronize(_ descriptor: Int32, named path: String) throws(FileError) {
    // EINVAL and EROFS: the file system has nothing to bring to a disk.
    guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw FileError(.write, path, code: errno)
    }
  }

  /// Waits until the names in a folder are on the disk. The corresponding C function is `fsync`.
  ///
  /// - Parameter path: The path that errors name.
  package static func synchronizeFolder(_ folder: String, for path: String) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may be written but not read cannot be opened; its names follow in time.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw FileError(.write, path, code: errno)
    }
  }
}
