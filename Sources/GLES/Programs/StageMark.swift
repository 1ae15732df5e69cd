import GLSL
import Glibc

/// A workaround: where Mesa compiles, the last character of a shader tells its stage.
///
/// Mesa's cache on disk knows texts without their stage (`can_skip_compile` in
/// glsl_parser_extras.cpp). It takes each known text as compiled, and compiles it while linking.
/// With Mesa 22.3.6 a vertex text that was given as a fragment shader, or the other way round, is
/// then an error of the link, and ended two of four processes with SIGSEGV. A space or a tab at the
/// end makes two texts of one, of which the cache knows that of the right stage only. It moves no
/// line and no column. No version of Mesa is known to be free of this. Set the environment variable
/// `GLESKIT_UNMARKED_STAGES` to turn the workaround off.
enum StageMark {
  /// The characters to compile after a shader's text.
  static func mark(of stage: ShaderStage, for driver: Context.Driver) -> [UInt8] {
    guard driver.version.contains("Mesa"), getenv("GLESKIT_UNMARKED_STAGES") == nil else {
      return []
    }
    return [UInt8(ascii: stage == .vertex ? " " : "\t")]
  }
}
