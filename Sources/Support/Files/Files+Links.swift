import Glibc

extension Files {
  /// How many bytes a regular file holds; `nil` where there is none. The corresponding C function is
  /// `stat`.
  package static func length(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Gives a file a second name (a hard link), replacing what stood there; on another file system, or one
  /// without links, a copy. Nothing of it is seen before it is whole. The corresponding C function is
  /// `link`.
  ///
  /// - Throws: `FileError` for the one of both paths that is at fault.
  package static func link(_ source: String, to target: String) throws(FileError) {
    if Glibc.link(source, target) == 0 { return }
    if errno == EEXIST {
      var (old, new) = (stat(), stat())
      if stat(source, &old) == 0, stat(target, &new) == 0, old.st_dev == new.st_dev,
        old.st_ino == new.st_ino
      {
        return
      }
      guard kind(of: target) != .folder else { throw FileError(.write, target, code: EISDIR) }
      // link does not replace: take a name of our own first, then move it over.
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
    case EXDEV, EPERM, EMLINK, EOPNOTSUPP: try AtomicFile.write(try read(source), to: target)
    case ENOENT where kind(of: source) == nil: throw FileError(.read, source, code: ENOENT)
    case let code: throw FileError(.write, target, code: code)
    }
  }
}
