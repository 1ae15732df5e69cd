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

/// An error: an engine can't be used.
package struct EngineUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is missing, and how to get it.
  package let description: String

  /// Makes the error.
  package init(description: String) { self.description = description }
}
