import GLESKitSupport

/// Finds the nearest configuration file in a folder or the folders above it, and caches it.
final class ConfigurationFinder {
  /// The file names, in the order of the search. Earlier versions read JSON, too; now such a file
  /// is an error, because without its settings a run would report something else.
  static let names = [".shaderlint.toml", ".shaderlint.json"]

  private let files: ProjectFiles
  private var found: [String: Configuration] = [:]
  private var read: [String: Configuration] = [:]
  /// What another finder has read, by path.
  let earlier: [String: Configuration]

  /// - Parameter other: A finder of before files changed.
  init(_ files: ProjectFiles, after other: ConfigurationFinder? = nil) {
    self.files = files
    earlier = other.map { $0.earlier.merging($0.read) { $1 } } ?? [:]
  }

  /// Returns the configuration for files in `folder`; an empty one if there is no file up to the
  /// root.
  func configuration(forFolder folder: String) throws(ConfigurationError) -> Configuration {
    if let known = found[folder] { return known }
    for name in Self.names where !files.isBehindLink(folder) {
      let path = Paths.join(folder, name)
      guard Files.kind(of: path) == .regular else { continue }
      guard !files.leadsOut(path) else {
        throw ConfigurationError(
          path: path, line: 0, problem: "is a link that leads out of the project; use --follow")
      }
      let configuration = try configuration(file: path)
      found[folder] = configuration
      return configuration
    }
    let parent = Self.parent(of: folder)
    let configuration =
      parent == folder ? Configuration() : try self.configuration(forFolder: parent)
    found[folder] = configuration
    return configuration
  }

  /// Returns the configuration in a file, which is read once.
  func configuration(file path: String) throws(ConfigurationError) -> Configuration {
    if let known = read[path] { return known }
    let configuration = try Configuration(file: path)
    read[path] = configuration
    return configuration
  }

  /// Returns the parent folder, also for a relative path that leads above the current folder.
  private static func parent(of folder: String) -> String {
    if folder == "/" { return "/" }
    if folder == "." || folder.hasSuffix("..") {
      // A `String` cannot hold a folder's name that is not UTF-8; the search then ends here.
      return ProjectFiles.real(folder).flatMap { String(validating: $0, as: UTF8.self) }
        .map(Paths.folder) ?? folder
    }
    return Paths.folder(of: folder)
  }
}
