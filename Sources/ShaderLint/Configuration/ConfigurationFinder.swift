import GLESKitSupport
import Glibc

/// Finds the configuration file nearest upwards of a folder, and remembers what it found.
final class ConfigurationFinder {
  /// The names that are looked for in each folder, in this order.
  static let names = [".shaderlint.toml", ".shaderlint.json"]

  private var found: [String: Configuration] = [:]
  private var read: [String: Configuration] = [:]

  /// The configuration for files in `folder`; an empty one where no folder up to the root has any.
  func configuration(forFolder folder: String) throws(ConfigurationError) -> Configuration {
    if let known = found[folder] { return known }
    for name in Self.names {
      let path = Paths.join(folder, name)
      guard Files.kind(of: path) == .regular else { continue }
      let configuration = try Configuration(file: path)
      found[folder] = configuration
      return configuration
    }
    let parent = Self.parent(of: folder)
    let configuration =
      parent == folder ? Configuration() : try self.configuration(forFolder: parent)
    found[folder] = configuration
    return configuration
  }

  /// The folder above; a relative path goes on above the current folder.
  private static func parent(of folder: String) -> String {
    if folder == "/" { return "/" }
    if folder == "." || folder.hasSuffix("..") {
      guard let real = realpath(folder, nil) else { return folder }
      defer { free(real) }
      return Paths.folder(of: String(cString: real))
    }
    return Paths.folder(of: folder)
  }
}
