import GLSL

extension Configuration {
  /// Returns the version of the language in which the shaders of a file are judged.
  func profile(ofFile path: String) -> Profile {
    webgl ?? HostCode.isWeb(path) ? .webgl1 : .es2
  }
}
