/// Configurations for the shaders of well-known projects, which `preset = "…"` names.
enum Presets {
  /// The names of the presets.
  static let names = files.map(\.name)

  /// Returns the text of a preset, a configuration file.
  static func text(of name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("babylon", PackageResources.babylon_toml),
    ("godot3", PackageResources.godot3_toml),
    ("kodi", PackageResources.kodi_toml),
    ("libgdx", PackageResources.libgdx_toml),
    ("p5", PackageResources.p5_toml),
    ("pixi", PackageResources.pixi_toml),
    ("processing", PackageResources.processing_toml),
    ("retroarch", PackageResources.retroarch_toml),
    ("three", PackageResources.three_toml),
  ]
}
