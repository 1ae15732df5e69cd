import Glibc

/// File operations with the C library alone, without Foundation and its start-up time.
package enum Files {
  /// The name in messages of the output `-`.
  package static let standardOutput = "standard output"
  /// What messages call standard input.
  package static let standardInput = "standard input"

  /// The folder for temporary files: `TMPDIR`, or `/tmp` if that is not set or empty.
  package static var temporaryFolder: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return folder.isEmpty ? "/tmp" : folder
  }

  /// The kind of file at a path.
  package enum Kind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A folder.
    case folder
    /// A pipe, device or socket.
    case special

    fileprivate init(_ status: stat) {
      self =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        default: .special
        }
    }
  }

  /// Whether a path ends with one of these extensions, in upper or lower case.
  package static func hasExtension(_ path: String, _ extensions: [String]) -> Bool {
    let name = path.lowercased()
    return extensions.contains { name.hasSuffix(".\($0)") }
  }

  /// The free bytes of a folder's file system; 0 if there is no folder.
  ///
  /// The corresponding C function is `statvfs`.
  package static func freeSpace(in folder: String) -> Int {
    var facts = statvfs()
    guard statvfs(folder, &facts) == 0 else { return 0 }
    return Int(clamping: UInt64(facts.f_bavail) &* UInt64(facts.f_frsize))
  }

  /// The kind of file at `path`, following symbolic links; `nil` if there is none or it is not
  /// accessible. The corresponding C function is `stat`.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    return stat(path, &status) == 0 ? Kind(status) : nil
  }

  /// Whether a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool { entry(at: path).isLink }

  /// The kind of file at `path`, as ``kind(of:)``, and whether a symbolic link leads to it.
  package static func entry(at path: String) -> (kind: Kind?, isLink: Bool) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return (nil, false) }
    return status.st_mode & S_IFMT == S_IFLNK ? (kind(of: path), true) : (Kind(status), false)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: The file; pipes and devices are read until they end.
  ///   - limit: The most bytes to read, so that an endless device does not exhaust memory. A longer
  ///     file throws `EFBIG`. Default: 2 GiB.
  ///   - capacity: The least capacity of the result. Default: 0.
  package static func read(
    _ path: String, limit: Int = 1 << 31, capacity: Int = 0
  ) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, named: path, limit: limit, capacity: capacity)
  }

  /// Reads a file in pieces, so that it may be larger than memory.
  ///
  /// - Parameters:
  ///   - path: The file; pipes and devices are read until they end.
  ///   - body: Called with each piece of up to 256 KiB. An error that it throws stops the reading.
  package static func read(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path, code: errno) }
    defer { close(descriptor) }
    try read(descriptor: descriptor, named: path, body)
  }

  /// Reads a part of a regular file, or what there is of it. Other files, which can be read only
  /// once, throw `EOPNOTSUPP`.
  package static func part(
    of path: String, at offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    let (descriptor, length) = try openRegular(path)
    defer { close(descriptor) }
    var failure: Int32 = 0
    let size = max(0, min(count, length - offset))
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
        let got = pread(descriptor, rest.baseAddress, rest.count, offset + count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    if failure != 0 { throw FileError(.read, path, code: failure) }
    return bytes
  }

  /// Reads a regular file. Other files throw `EOPNOTSUPP`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: As in ``read(_:limit:capacity:)``.
  ///   - isAllowed: Returns whether the file may be read that has a path without links, which may
  ///     not be UTF-8; `nil` if all may be. If not, an error with ``FileError/outside`` is thrown.
  ///     The file that is open is the one that is asked about, even if a link replaces its name
  ///     meanwhile.
  package static func readRegular(
    _ path: String, limit: Int, isAllowed: (([UInt8]) -> Bool)?
  ) throws(FileError) -> [UInt8] {
    let (descriptor, length) = try openRegular(path)
    defer { close(descriptor) }
    if let isAllowed {
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      guard length >= 0 else { throw FileError(.read, path, code: errno) }
      guard isAllowed(Array(target[..<length])) else {
        throw FileError(.read, path, code: FileError.outside)
      }
    }
    return try read(
      descriptor: descriptor, named: path, limit: limit, capacity: 0, expected: length)
  }

  /// Opens a regular file; returns its length, too.
  private static func openRegular(
    _ path: String
  ) throws(FileError) -> (descriptor: Int32, length: Int) {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    // A socket can't be opened at all.
    guard descriptor >= 0 else {
      throw FileError(.read, path, code: errno == ENXIO ? EOPNOTSUPP : errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      close(descriptor)
      throw FileError(.read, path, code: isFolder ? EISDIR : EOPNOTSUPP)
    }
    return (descriptor, Int(status.st_size))
  }

  /// Reads standard input until it ends, a piece at a time; errors name it `-`.
  package static func readStandardInput(
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) {
    try read(descriptor: STDIN_FILENO, named: "-", body)
  }

  private static func read(
    descriptor: Int32, named path: String,
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let got = Glibc.read(descriptor, piece.baseAddress, piece.count)
      guard got >= 0 || errno == EINTR else { throw FileError(.read, path, code: errno) }
      if got == 0 { return }
      if got > 0 { try body(UnsafeRawBufferPointer(rebasing: piece[..<got])) }
    }
  }

  /// Reads standard input to its end; errors name it `-`. `limit` is as in ``read(_:limit:)``.
  package static func readStandardInput(limit: Int = 1 << 31) throws(FileError) -> [UInt8] {
    try read(descriptor: STDIN_FILENO, named: "-", limit: limit, capacity: 0)
  }

  private static func read(
    descriptor: Int32, named path: String, limit: Int, capacity: Int
  ) throws(FileError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path, code: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.read, path, code: EISDIR) }
    return try read(
      descriptor: descriptor, named: path, limit: limit, capacity: capacity,
      expected: Int(status.st_size))
  }

  private static func read(
    descriptor: Int32, named path: String, limit: Int, capacity: Int, expected: Int
  ) throws(FileError) -> [UInt8] {
    if expected > limit { throw FileError(.read, path, code: EFBIG) }

    // One byte more than the size that was announced: a regular file then ends in two reads. More
    // would stay in memory with the file. Pipes and devices announce nothing.
    var chunk = expected > 0 ? expected + 1 : 1 << 16
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    while true {
      var failure: Int32 = 0
      var ended = false
      bytes.append(addingCapacity: chunk) { span in
        span.withUnsafeMutableBufferPointer { buffer, count in
          while true {
            let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if got < 0 && errno == EINTR { continue }
            if got < 0 { failure = errno }
            ended = got <= 0
            count = max(got, 0)
            return
          }
        }
      }
      if failure != 0 { throw FileError(.read, path, code: failure) }
      if ended { return bytes }
      if bytes.count > limit { throw FileError(.read, path, code: EFBIG) }
      let left = bytes.capacity - bytes.count
      chunk = left > 0 ? left : max(1 << 16, bytes.count)
    }
  }

  /// Creates a folder and its parents, like `mkdir -p`, and waits until they are on the disk.
  ///
  /// - Returns: The folders that were created, outermost first, so that a failing job can remove
  ///   them with ``removeEmptyFolders(_:)``.
  @discardableResult
  package static func createFolders(_ path: String) throws(FileError) -> [String] {
    var created: [String] = []
    var end = path.startIndex
    while end != path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let part = String(path[..<end])
      if part.isEmpty || part == "/" || kind(of: part) == .folder { continue }
      guard mkdir(part, 0o777) == 0 || (errno == EEXIST && kind(of: part) == .folder) else {
        let code = errno
        removeEmptyFolders(created)
        throw FileError(.createFolder, path, code: code)
      }
      created.append(part)
      do { try synchronizeFolder(AtomicFile.folder(of: part), for: path) } catch {
        removeEmptyFolders(created)
        throw error
      }
    }
    guard kind(of: path) == .folder else {
      throw FileError(.createFolder, path, code: path.isEmpty ? ENOENT : ENOTDIR)
    }
    return created
  }

  /// Removes those of `folders` that are empty, last first.
  package static func removeEmptyFolders(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Returns the names in a folder, sorted by their bytes, without `.` and `..`.
  /// The corresponding C function is `readdir`.
  ///
  /// - Parameter undecodable: Called with each name that is not UTF-8, its other bytes escaped, and
  ///   whether it is a folder's. A `String` cannot hold such a name, so it is left out.
  package static func list(
    _ path: String, undecodable: (_ name: String, _ isFolder: Bool) -> Void = { _, _ in }
  ) throws(FileError) -> [String] {
    guard let stream = opendir(path) else { throw FileError(.list, path, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // d_name is an inline C array whose declared size is not its length: go by the pointer.
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
          guard let name = String(validatingCString: bytes) else {
            undecodable(oneLine(bytes), Int32(entry.pointee.d_type) == Int32(DT_DIR))
            return
          }
          if name != "." && name != ".." { names.append(name) }
        }
      }
    }
    return names.sorted(by: precedes)
  }

  /// Whether the bytes of a name come before another's.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    // A tenth of the time that the comparison of String.utf8 takes, which sees one byte at a time.
    let answer = a.utf8.withContiguousStorageIfAvailable { a in
      b.utf8.withContiguousStorageIfAvailable { a.lexicographicallyPrecedes($0) }
    }
    return answer.flatMap(\.self) ?? a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
