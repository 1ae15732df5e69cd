import CompilerLogs
import GLESKitSupport

/// libFuzzer's entry point. Any text as a configuration of shaderlint must become settings or an
/// error, and settings must answer questions about files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(ConfigurationError) {
    let configuration = try Configuration(path: "a/.shaderlint.toml", text: text)
    for name in ["a/b.vert", "a/b-fs.glsl", "c/d.frag"] {
      let applied = configuration.applied(toFile: name)
      for stage in [ShaderStage.vertex, .fragment] {
        for partner in applied.partners(ofFile: name, stage) {
          precondition(configuration.kind(ofFile: partner) != nil)
        }
      }
    }
  } catch {
    precondition(error.line >= 0 && error.line <= 1 + bytes.count { $0 == UInt8(ascii: "\n") })
    precondition(!error.problem.isEmpty)
  }
  return 0
}
