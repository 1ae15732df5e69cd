import GLES

/// A compiler that judges shaders.
package enum Engine: String, CaseIterable, Hashable, Sendable {
  /// The OpenGL ES driver of this machine.
  case driver
  /// The Khronos reference compiler, glslang, where the tool was built with it.
  case glslang
}

/// An engine and, for a driver, the device that it drives.
struct EngineChoice: Hashable, Sendable {
  var engine: Engine
  /// A place in EGL's list of devices; `nil` lets the library choose.
  var device: Int?

  /// As reports call it: `driver`, `driver:1`, `glslang`.
  var name: String { device.map { "\(engine.rawValue):\($0)" } ?? engine.rawValue }
}

/// What an engine's worker does with texts, in its own process.
protocol Compiler {
  /// The engine in a few words, by which its quirks are known: lines of `name: value`.
  var summary: String { get }
  /// All that it says of itself, in the same form; may take a while.
  var details: String { get }

  /// Compiles one text.
  func compile(_ stage: ShaderStage, _ text: [UInt8]) -> CompilerAnswer

  /// Compiles two texts and links them, reporting each step as soon as it is done.
  func link(
    vertex: [UInt8], fragment: [UInt8],
    report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void)
}

/// A compiler's yes or no, and its log.
struct CompilerAnswer {
  var accepted: Bool
  var log: String?
}
