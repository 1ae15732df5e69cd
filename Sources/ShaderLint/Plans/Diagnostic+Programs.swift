import CompilerLogs
import GLESKitSupport
import GLSL

/// What findings are about that programs can give, or that other languages allow.
extension Diagnostic {
  /// The variables of GLSL ES 3.00 that a program can give by its `#version`.
  static var laterVariables: Set<String> {
    ["gl_FragDepth", "gl_InstanceID", "gl_VertexID"]
  }

  /// The name that a finding misses, if a program can give it.
  var missingName: String? {
    switch lack {
    case .name(let name), .declaration(let name), .type(let name):
      return name.hasPrefix("gl_") && !Self.laterVariables.contains(name) ? nil : name
    case .macro(let name): return name
    case .directive(let name, _): return "#\(name)"
    case .include(let name, let isBare):
      // The chunks of three.js have no ending: it replaces `#include <common>`.
      guard name.contains("."), !isBare else { return name }
      // A library in a folder that the project lacks.
      let folder = name.split(separator: "/").dropLast().first { $0 != "." && $0 != ".." }
      return folder.map { "\($0)/" }
    case .functionMacro, .intPrecision, .extensionLine, nil: return nil
    }
  }

  /// Whether it is about a text that is GLSL only after a program replaces it: `#usf <noise>`,
  /// `#include NOISE`, or a word instead of a declaration, `UNPACK_FUNCTION;` or `__noise__`.
  var isOnlyOfPrograms: Bool {
    // Names with two underscores are reserved.
    func isMark(_ name: String) -> Bool { name.hasPrefix("__") && name.hasSuffix("__") }
    return switch lack {
    case .include(_, let isBare): isBare
    case .directive(let name, let isBare):
      // `#defines` without a name is no misspelled `#define`, and `#!` begins a script.
      name != "!"
        && Spelling.closest(to: name, in: isBare ? ["else", "endif"] : Assembler.directives) == nil
    case .name(let name), .declaration(let name): isMark(name)
    case .type(let name):
      name.count > 1 && !name.contains(where: \.isLowercase) || isMark(name)
    case .macro, .functionMacro, .intPrecision, .extensionLine, nil: false
    }
  }

  /// Whether it is about a type, function or operator of GLSL ES 3.00, such as `min(int, int)`.
  var isOfLaterVersion: Bool {
    allowed.contains(.es3) || missingName.map { HostCode.isLaterName($0[...]) } ?? false
  }

  /// Whether GLSL ES 3.00 allows it: any loops and indices, and more than OpenGL ES 2.0 guarantees.
  var isFineInLaterVersion: Bool {
    (3401...3404).contains(rule.number) || isAboutLimits
  }

  /// Whether it is about more than OpenGL ES 2.0 guarantees.
  var isAboutLimits: Bool { (3201...3209).contains(rule.number) }

  var isOfOrFineInLater: Bool { isOfLaterVersion || isFineInLaterVersion }

  var isForeign: Bool { isOfOrFineInLater || isFineOnDesktops }

  /// Whether GLSL 1.20 for desktops allows it: int for float, numbers such as `1.0f`, arrays in
  /// expressions, values of uniforms, other samplers, any loops, and more than OpenGL ES 2.0
  /// guarantees. It ignores precisions.
  var isFineOnDesktops: Bool {
    if allowed.contains(.desktop) { return true }
    if let name = missingName, name.hasPrefix("texture1D") || name.hasPrefix("texture3D") {
      return true
    }
    return switch rule {
    case .badArray, .notConstant: true
    // Desktops have other extensions.
    case .badExtension: severity != .error
    default: isFineInLaterVersion || (3101...3106).contains(rule.number)
    }
  }

  /// Whether `#if` needs a macro that nothing defines, so that only a program can.
  var lacksMacro: Bool { if case .macro = lack { true } else { false } }

  /// Whether browsers allow what GLSL ES 1.00 does not.
  var isFineInWebGL: Bool { allowed.contains(.webgl) }

  /// The extension of which the `#extension` line is missing, which comes before all other text.
  var missingExtension: String? {
    if case .extensionLine(let name) = lack { name } else { nil }
  }

  /// Whether a function is an argument, as macros that a program gives can take it: `PLOT(f, uv)`.
  var passesFunction: Bool { lack == .functionMacro }
}
