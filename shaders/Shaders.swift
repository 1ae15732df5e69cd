/// The GLSL ES 1.00 sources of the library, embedded at build time from the files of this folder, so
/// that a program needs no file beside it.
public enum ShaderText {
  /// The terms of ES 1.1's lighting equation as functions, to be pasted into a stage:
  /// `lighting/lighting.glsl`.
  public static let lighting = text(PackageResources.lighting_glsl)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
