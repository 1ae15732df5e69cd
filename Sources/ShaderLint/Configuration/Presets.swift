/// Configurations for the shaders of well-known projects, which `preset = "…"` names.
enum Presets {
  /// The names of the presets.
  static let names = files.map(\.name)

  /// Returns the text of a preset, a configuration file.
  static func text(of name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("godot3", PackageResources.godot3_toml),
    ("kodi", PackageResources.kodi_toml),
    ("processing", PackageResources.processing_toml),
    ("retroarch", PackageResources.retroarch_toml),
  ]
}
