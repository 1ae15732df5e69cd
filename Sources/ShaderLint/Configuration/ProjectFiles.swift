import CompilerLogs
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
  /// The real paths of the projects, whose files may be read and changed. They are bytes, because a
  /// `String` cannot hold a name that is not UTF-8.
  private var projects: Set<[UInt8]> = []
  /// The real paths of other files and folders that may be read.
  private var named: Set<[UInt8]> = []
  /// Pipes without a real path, such as `/dev/fd/63`, which the shell makes of `<(…)`.
  private var pipes: Set<String> = []

  /// Makes a set without projects.
  package init(followsLinks: Bool = false) { self.followsLinks = followsLinks }

  /// Makes a set of the folders and the prelude that the user names.
  init(_ assembly: AssemblyOptions, followsLinks: Bool = false) {
    self.init(followsLinks: followsLinks)
    for path in assembly.includeFolders + [assembly.prelude].compactMap(\.self) { add(path) }
  }

  /// Adds a file or folder that the user names, to be read.
  private mutating func add(_ path: String) {
    if let real = Self.real(path) {
      named.insert(real)
    } else if Files.kind(of: path) == .special {
      pipes.insert(path)
    }
  }

  /// Adds the folders for includes and the preludes of a configuration that the user names, to be
  /// read, but only what lies below its folder: the configuration itself may be a stranger's.
  mutating func add(_ configuration: Configuration) {
    guard let path = configuration.path, let folder = Self.real(Paths.folder(of: path)) else {
      return
    }
    let folders =
      configuration.assembly.includeFolders
      + configuration.files.flatMap(\.assembly.includeFolders)
    let preludes = [configuration.assembly.prelude] + configuration.files.map(\.assembly.prelude)
    for real in (folders + preludes.compactMap(\.self)).compactMap(Self.real)
    where Self.contain([folder], real) {
      named.insert(real)
    }
  }

  /// Adds files and folders that the user names and the projects around them: the nearest folder
  /// with version control, else the nearest one with a configuration, else `current`, else the
  /// folder itself.
  ///
  /// - Parameter current: The working directory, if the user works there. The root of the file
  ///   system, where containers start, is no project.
  package mutating func addProjects(of paths: [String], within current: String? = nil) {
    for path in paths { add(path) }
    let folders = Set(paths.map { Files.kind(of: $0) == .folder ? $0 : Paths.folder(of: $0) })
    let current = current.flatMap(Self.real).flatMap { $0 == [Self.slash] ? nil : $0 }
    projects.formUnion(folders.compactMap { Self.root(around: $0, current) })
  }

  private static func root(around folder: String, _ current: [UInt8]?) -> [UInt8]? {
    var places: [(path: String, real: [UInt8])] = []
    var place = folder
    while let real = real(place), real != places.last?.real {
      places.append((place, real))
      place += "/.."
    }
    func nearest(with names: [String]) -> [UInt8]? {
      places.first { place in names.contains { Files.kind(of: "\(place.path)/\($0)") != nil } }?
        .real
    }
    return nearest(with: [".git", ".hg", ".svn"]) ?? nearest(with: ConfigurationFinder.names)
      ?? (places.first { $0.real == current } ?? places.first)?.real
  }

  /// Reads a regular file, or a pipe that the user names.
  ///
  /// - Throws: `FileError`, also for a file that lies outside and for a pipe, device or socket that
  ///   the user does not name.
  package func read(_ path: String, limit: Int = 1 << 31) throws(FileError) -> [UInt8] {
    if pipes.contains(path) { return try Files.read(path, limit: limit) }
    let check: (([UInt8]) -> Bool)? = followsLinks ? nil : { isAllowed($0) }
    return try Files.readRegular(path, limit: limit, isAllowed: check)
  }

  /// Returns the text of a file; `nil` if it can't be read or is too large for what its name tells,
  /// and for a pipe, which can be read once.
  func text(_ path: String) -> [UInt8]? {
    let limit = ShaderName(path).isShader ? Assembler.sizeLimit : HostCode.sizeLimit
    return pipes.contains(path) ? nil : try? read(path, limit: limit)
  }

  /// Whether a path is a link that leads out of the projects and is not followed.
  func leadsOut(_ path: String) -> Bool {
    !followsLinks && Files.isLink(path) && Self.real(path).map { !isAllowed($0) } ?? false
  }

  /// Whether a folder lies outside although its path begins in a project: a link leads out.
  func isBehindLink(_ folder: String) -> Bool {
    guard !followsLinks, let real = Self.real(folder), !isAllowed(real) else { return false }
    var place = folder
    // The folder above `.` or `..` is not a part of the path.
    while place != "/", place != ".", !place.hasSuffix("..") {
      place = Paths.folder(of: place)
      if let above = Self.real(place), isAllowed(above) { return true }
    }
    return false
  }

  /// Returns the real path of a file, if it may be changed: only in a project.
  func writable(_ path: String) -> String? {
    guard let real = Self.real(path), followsLinks || Self.contain(projects, real) else {
      return nil
    }
    return String(validating: real, as: UTF8.self) ?? path
  }

  private func isAllowed(_ real: [UInt8]) -> Bool {
    Self.contain(projects, real) || Self.contain(named, real)
  }

  /// Whether a path, or a folder above it, is one of `places`.
  private static func contain(_ places: Set<[UInt8]>, _ real: [UInt8]) -> Bool {
    places.contains(real)
      || real.indices.contains { real[$0] == slash && places.contains(Array(real[..<max($0, 1)])) }
  }

  private static let slash = UInt8(ascii: "/")

  static func real(_ path: String) -> [UInt8]? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(UInt8.init(bitPattern:))
  }
}

extension FileError {
  /// How to have a file read that lies outside; `nil` for other errors.
  var advice: String? {
    code == Self.outside ? "-I reads from a folder, --follow whatever links and paths lead to" : nil
  }
}
