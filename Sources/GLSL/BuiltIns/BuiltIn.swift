import CompilerLogs

/// A function or variable that shaders need not declare.
package protocol BuiltIn: Sendable {
  var name: String { get }
  /// The stage that has it; `nil` for both.
  var stage: ShaderStage? { get }
  /// The extensions that introduce it; empty for the language itself.
  var extensions: [Extension] { get }
}

extension BuiltIn {
  /// Returns whether a stage has it where `isEnabled` extensions are; by default none is.
  package func isAvailable(
    in stage: ShaderStage, with isEnabled: (Extension) -> Bool = { _ in false }
  ) -> Bool {
    (self.stage ?? stage) == stage && (extensions.isEmpty || extensions.contains(where: isEnabled))
  }
}

extension BasicType {
  /// The extension that introduces it; `nil` for the types of the language itself.
  package var requiredExtension: Extension? {
    switch self {
    case .samplerExternalOES: .imageExternal
    case .sampler3D: .texture3D
    default: nil
    }
  }
}
