import CompilerLogs
import ShaderLint

#if Glslang
  import GLESKitCGlslang

  /// The Khronos reference compiler, through its C interface.
  final class GlslangCompiler: Compiler {
    private static let messages = glslang_messages_t(
      rawValue: GLSLANG_MSG_CASCADING_ERRORS_BIT.rawValue)

    /// Starts the library. The corresponding C function is `glslang_initialize_process`.
    init() throws(EngineUnavailable) {
      guard glslang_initialize_process() != 0 else {
        throw EngineUnavailable(description: "glslang_initialize_process failed")
      }
    }

    var summary: String { "glslang: the Khronos reference compiler, linked into this build" }

    func compile(_ stage: ShaderStage, _ text: [UInt8]) -> CompilerAnswer {
      let (shader, answer) = parse(stage, text)
      glslang_shader_delete(shader)
      return answer
    }

    /// Compiles a text; the caller deletes the shader. The corresponding C functions are
    /// `glslang_shader_create`, `glslang_shader_preprocess` and `glslang_shader_parse`.
    private func parse(
      _ stage: ShaderStage, _ text: [UInt8]
    ) -> (shader: OpaquePointer?, answer: CompilerAnswer) {
      (text + [0]).withUnsafeBufferPointer { code in
        var input = glslang_input_t()
        input.language = GLSLANG_SOURCE_GLSL
        input.stage = stage == .vertex ? GLSLANG_STAGE_VERTEX : GLSLANG_STAGE_FRAGMENT
        input.client = GLSLANG_CLIENT_NONE
        input.target_language = GLSLANG_TARGET_NONE
        input.code = code.baseAddress.map {
          UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        }
        input.default_version = 100
        input.default_profile = GLSLANG_ES_PROFILE
        input.messages = Self.messages
        input.resource = glslang_default_resource()
        guard let shader = glslang_shader_create(&input) else {
          return (nil, CompilerAnswer(accepted: false, log: nil))
        }
        // glslang_shader_parse reads the output of glslang_shader_preprocess.
        let accepted =
          glslang_shader_preprocess(shader, &input) != 0
          && glslang_shader_parse(shader, &input) != 0
        let log = Self.text(glslang_shader_get_info_log(shader))
        return (shader, CompilerAnswer(accepted: accepted, log: log))
      }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      guard let pointer else { return nil }
      let text = String(cString: pointer)
      return text.isEmpty ? nil : text
    }

    func link(
      vertex: [UInt8], fragment: [UInt8],
      report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void
    ) {
      let first = parse(.vertex, vertex)
      report(.vertex, false, first.answer)
      let second = parse(.fragment, fragment)
      defer {
        glslang_shader_delete(second.shader)
        glslang_shader_delete(first.shader)
      }
      guard first.answer.accepted, second.answer.accepted else {
        report(.fragment, true, second.answer)
        return
      }
      report(.fragment, false, second.answer)
      // The corresponding C functions are `glslang_program_create`, `glslang_program_add_shader`
      // and `glslang_program_link`.
      let program = glslang_program_create()
      defer { glslang_program_delete(program) }
      glslang_program_add_shader(program, first.shader)
      glslang_program_add_shader(program, second.shader)
      let accepted = glslang_program_link(program, Int32(Self.messages.rawValue)) != 0
      let log = Self.text(glslang_program_get_info_log(program))
      report(.link, true, CompilerAnswer(accepted: accepted, log: log))
    }
  }
#endif
