import CompilerLogs

/// A compiler that checks shaders.
package enum Engine: String, CaseIterable, Hashable, Sendable {
  /// shaderlint's own front end.
  case own
  /// The OpenGL ES driver of the machine.
  case driver
  /// glslang, the Khronos reference compiler, if the tool was built with it.
  case glslang
}

/// An engine and, for the driver, a device.
struct EngineChoice: Hashable, Sendable {
  var engine: Engine
  /// An index in EGL's list of devices; `nil` for the default.
  var device: Int?

  /// The name in reports: `driver`, `driver:1`, `glslang`.
  var name: String { device.map { "\(engine.rawValue):\($0)" } ?? engine.rawValue }
}

/// An engine that runs, with what is known about its compiler.
struct KnownEngine {
  let choice: EngineChoice
  /// The compiler; `nil` if the driver's is not known.
  var vendor: Vendor?
  var quirks: [Quirk] = []
  var renaming = Renaming()

  static let own = KnownEngine(choice: EngineChoice(engine: .own))

  /// Whether a compiler is asked, in a worker.
  var isCompiler: Bool { choice.engine != .own }

  var origin: Diagnostic.Origin { .engine(choice.name) }
}

extension KnownEngine {
  /// Recognizes the compiler of an engine by the engine's description.
  init(_ choice: EngineChoice, description: String) {
    self.choice = choice
    vendor = Vendor.of(driver: description)
    quirks = Quirk.applying(to: choice.engine, description: description)
    renaming = Renaming(quirks)
  }
}

/// An error: an engine can't be used.
package struct EngineUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, and how to get it.
  package let description: String
  /// What was tried, such as each display, and why it failed.
  package let attempts: [String]

  /// Makes the error.
  package init(description: String, attempts: [String] = []) {
    (self.description, self.attempts) = (description, attempts)
  }
}
