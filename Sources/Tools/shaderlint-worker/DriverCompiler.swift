import GLES
import Offscreen
import ShaderLint

/// The OpenGL ES driver, through the library's own ``Shader`` and ``Program``.
final class DriverCompiler: Compiler {
  private let context: OffscreenContext

  /// Opens the driver; `device` is an index in EGL's list of devices, `nil` for the default.
  init(device: Int?) throws(OffscreenError) {
    context = try OffscreenContext(device.map { .only(.device($0)) })
  }

  var summary: String {
    let driver = context.gl.driver
    return """
      vendor: \(driver.vendor)
      renderer: \(driver.renderer)
      version: \(driver.version)
      shading language: \(driver.shadingLanguageVersion)
      route: \(context.route)
      """
  }

  var details: String {
    let limits = context.gl.limits
    return """
      \(summary)
      limits: \(limits.vertexAttributes) attributes, \(limits.varyingVectors) varying vectors, \
      \(limits.vertexUniformVectors) vertex and \(limits.fragmentUniformVectors) fragment uniform \
      vectors, \(limits.vertexTextureUnits) vertex and \(limits.textureUnits) fragment texture units
      extensions: \(context.gl.extensions.sorted().joined(separator: " "))
      """
  }

  func compile(_ stage: ShaderStage, _ text: [UInt8]) -> CompilerAnswer {
    do throws(GLESError) {
      let shader = try Shader(context.gl, stage: stage, bytes: [text])
      return CompilerAnswer(accepted: true, log: shader.log)
    } catch {
      return Self.refusal(error)
    }
  }

  private static func refusal(_ error: GLESError) -> CompilerAnswer {
    switch error {
    case .compilation(let failure): CompilerAnswer(accepted: false, log: failure.log)
    case .link(_, let log), .validation(_, let log): CompilerAnswer(accepted: false, log: log)
    default: CompilerAnswer(accepted: false, log: error.description)
    }
  }

  func link(
    vertex: [UInt8], fragment: [UInt8],
    report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void
  ) {
    let first: Shader
    do throws(GLESError) {
      first = try Shader(context.gl, stage: .vertex, bytes: [vertex])
    } catch {
      // The program can't be linked, but the fragment shader may have errors too.
      report(.vertex, false, Self.refusal(error))
      report(.fragment, true, compile(.fragment, fragment))
      return
    }
    report(.vertex, false, CompilerAnswer(accepted: true, log: first.log))
    do throws(GLESError) {
      let second = try Shader(context.gl, stage: .fragment, bytes: [fragment])
      report(.fragment, false, CompilerAnswer(accepted: true, log: second.log))
      link(first, second, report: report)
    } catch {
      report(.fragment, true, Self.refusal(error))
    }
  }

  private func link(
    _ vertex: borrowing Shader, _ fragment: borrowing Shader,
    report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void
  ) {
    let program: Program
    do throws(GLESError) {
      program = try Program(context.gl, vertex: vertex, fragment: fragment)
    } catch {
      report(.link, true, Self.refusal(error))
      return
    }
    report(.link, false, CompilerAnswer(accepted: true, log: program.log))
    do throws(GLESError) {
      report(.validate, true, CompilerAnswer(accepted: true, log: try program.validate()))
    } catch {
      report(.validate, true, Self.refusal(error))
    }
  }
}
