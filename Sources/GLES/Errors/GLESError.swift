import GLESKitCGLES2
import GLESKitSupport

/// An error code of `glGetError`.
public struct GLErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, such as 0x0502.
  public let rawValue: UInt32

  /// Wraps a number of `glGetError`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `GL_INVALID_ENUM`.
  public static let invalidEnum = GLErrorCode(rawValue: 0x0500)
  /// `GL_INVALID_VALUE`.
  public static let invalidValue = GLErrorCode(rawValue: 0x0501)
  /// `GL_INVALID_OPERATION`.
  public static let invalidOperation = GLErrorCode(rawValue: 0x0502)
  /// `GL_OUT_OF_MEMORY`.
  public static let outOfMemory = GLErrorCode(rawValue: 0x0505)
  /// `GL_INVALID_FRAMEBUFFER_OPERATION`.
  public static let invalidFramebufferOperation = GLErrorCode(rawValue: 0x0506)
  /// `GL_CONTEXT_LOST`, of the robustness extensions.
  public static let contextLost = GLErrorCode(rawValue: 0x0507)

  /// The name in GL's headers, such as `GL_INVALID_OPERATION`.
  public var description: String {
    switch self {
    case .invalidEnum: "GL_INVALID_ENUM"
    case .invalidValue: "GL_INVALID_VALUE"
    case .invalidOperation: "GL_INVALID_OPERATION"
    case .outOfMemory: "GL_OUT_OF_MEMORY"
    case .invalidFramebufferOperation: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case .contextLost: "GL_CONTEXT_LOST"
    default: "GL error 0x\(String(rawValue, radix: 16))"
    }
  }
}

/// An error of GLES or of the driver below it.
public enum GLESError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No context is current on this thread, or the current one is older than OpenGL ES 2.0.
  case noCurrentContext
  /// The context is not current on this thread; `current` is the label of the one that is.
  case notCurrent(function: String, context: String, current: String?)
  /// The GL context has a ``Context`` with this label.
  case contextInUse(label: String)
  /// An object of one context is used with another one.
  case otherContext(object: String, context: String, needed: String)
  /// An argument that makes no sense on any driver.
  case badArgument(reason: String)
  /// The driver refused a call; `function` is its C name.
  case invalidCall(function: String, errors: [GLErrorCode])
  /// The driver is out of memory; the object that `function` was called for may be incomplete.
  case outOfMemory(function: String)
  /// The GPU was reset or removed: all objects of the context are gone.
  case contextLost(function: String)
  /// A shader file could not be read.
  case file(FileError)
  /// The file name's extension does not indicate a shader stage.
  case unknownStage(path: String)
  /// A shader did not compile.
  case compilation(CompilationFailure)
  /// Two shaders did not link; `log` is the driver's raw text, `nil` if it gave no reason.
  case link(label: String, log: String?)
  /// A program cannot run in the current GL state, such as with samplers of two types on one unit.
  case validation(label: String, log: String?)
  /// The program declares no uniform of this name; `known` are those that it declares.
  case unknownUniform(name: String, program: String, known: [String])
  /// The uniform is declared, but the linker removed it because the result does not depend on it.
  case inactiveUniform(name: String, program: String)
  /// The array has no such element, or the linker removed it; `active` lists those in use.
  case inactiveElement(name: String, program: String, active: String)
  /// The value does not fit the uniform's declared type, which is given in GLSL's spelling.
  case uniformType(name: String, declared: String, given: String)
  /// There are no values, or more than the remaining elements of the uniform array.
  case uniformCount(name: String, declared: Int, given: Int)
  /// The program has no active attribute of this name; `known` are those that it has.
  case unknownAttribute(name: String, program: String, known: [String])
  /// An attribute location is outside 0 ..< ``Limits/vertexAttributes`` or used twice.
  case attributeLocation(name: String, location: Int, limit: Int)
  /// The vertex input lacks an attribute that the program reads.
  case missingAttribute(name: String, program: String)
  /// Bytes, vertices or indices beyond the end of a buffer; `wanted` counts from the buffer's
  /// start.
  case outsideBuffer(wanted: Int, available: Int, what: String)
  /// An image exceeds the driver's texture size.
  case textureTooLarge(width: Int, height: Int, limit: Int)
  /// Plain ES 2.0 allows neither mipmaps nor repetition if a side is not a power of two.
  case notPowerOfTwo(width: Int, height: Int, wanted: String)
  /// Pixels, a region or cube faces don't match the texture or framebuffer.
  case badPixels(reason: String)
  /// The framebuffer cannot be drawn to with these attachments.
  case incompleteFramebuffer(reason: String)
  /// The driver lacks a feature.
  case unsupported(what: String, remedy: String)

  /// Checks that `count` elements from `first` on lie within a buffer's `available` ones.
  package static func check(
    _ count: Int, from first: Int, within available: Int, _ what: String
  ) throws(GLESError) {
    guard count >= 0, first >= 0 else {
      throw .badArgument(
        reason: "\(count) \(what) from \(first) on can't be used; use numbers of at least 0")
    }
    // Compared without the sum, which may overflow.
    guard count > available || first > available - count else { return }
    let (sum, isTooLarge) = first.addingReportingOverflow(count)
    throw .outsideBuffer(wanted: isTooLarge ? .max : sum, available: available, what: what)
  }

  /// Chooses the case for pending GL errors: a lost context comes before lack of memory, that
  /// before any other error.
  init(_ errors: [GLErrorCode], after function: String) {
    if errors.contains(.contextLost) {
      self = .contextLost(function: function)
    } else if errors.contains(.outOfMemory) {
      self = .outOfMemory(function: function)
    } else {
      self = .invalidCall(function: function, errors: errors)
    }
  }

  /// One sentence: what failed and, after a semicolon or in parentheses, what to do. The log of a
  /// failed compilation or link follows on separate lines.
  public var description: String {
    switch self {
    case .noCurrentContext:
      "no OpenGL ES 2.0 context is current on this thread; make one current first"
    case .notCurrent(let function, let context, let current?):
      "\(function) needs '\(context)', but '\(current)' is current on this thread; make it current "
        + "first"
    case .notCurrent(let function, let context, nil):
      "\(function) needs '\(context)', but no context is current on this thread; draw on the "
        + "thread where it is current (after an await, Swift may go on elsewhere: use "
        + "GLExecutor.run, or give the actor its unownedExecutor)"
    case .contextInUse(let label):
      "this GL context has a Context already, '\(label)'; use that, or release it and its objects"
    case .otherContext(let object, let context, let needed):
      "the \(object) is of '\(context)', and '\(needed)' is needed; make both in one context"
    case .badArgument(let reason): reason
    case .invalidCall(let function, let errors):
      "\(function) failed: \(errors.map(\.description).joined(separator: ", "))"
        + (errors.contains(.invalidFramebufferOperation)
          ? "; bind a complete framebuffer first" : "")
    case .outOfMemory(let function):
      "\(function): the driver is out of memory; use fewer or smaller textures and framebuffers"
    case .contextLost(let function):
      "\(function): the context is lost (the GPU was reset or removed); make a new context"
    case .file(let error): error.description
    case .unknownStage(let path):
      "'\(path)' names no shader stage; use the extension .vert or .frag, or pass the stage"
    case .compilation(let failure): failure.description
    case .link(let label, let log):
      "\(label) does not link\(Self.paragraph(log))"
    case .validation(let label, let log):
      "\(label) cannot run in the current state\(Self.paragraph(log))"
    case .unknownUniform(let name, let program, let known):
      "\(program) has no uniform '\(name)'\(Self.hint(name, known))"
    case .inactiveUniform(let name, let program):
      "uniform '\(name)' of \(program) is declared but unused, so the linker removed it; "
        + "use it in the shader, or set it only if 'uniforms' contains it"
    case .inactiveElement(let name, let program, let active):
      "\(program) has no '\(name)', or does not use it; \(active) can be set"
    case .uniformType(let name, let declared, let given):
      "uniform '\(name)' is a \(declared), not a \(given)"
    case .uniformCount(let name, let declared, let given):
      "uniform '\(name)' takes 1 to \(declared) values, not \(given)"
    case .unknownAttribute(let name, let program, let known):
      "\(program) has no active attribute '\(name)'\(Self.hint(name, known))"
    case .attributeLocation(let name, let location, let limit):
      "attribute '\(name)' cannot have location \(location); "
        + "use a different location in 0…\(limit - 1) for each attribute and column of a matrix"
    case .missingAttribute(let name, let program):
      "the vertex input has no data for attribute '\(name)' of \(program)"
    case .outsideBuffer(let wanted, let available, let what):
      "\(wanted) \(what) are needed, but the buffer holds \(available); "
        + "use fewer, or make the buffer larger"
    case .textureTooLarge(let width, let height, let limit):
      "\(width)×\(height) pixels exceed this driver's texture size of "
        + "\(limit)×\(limit); scale the image down"
    case .notPowerOfTwo(let width, let height, let wanted):
      "a \(width)×\(height) texture cannot have \(wanted) on this driver; "
        + "use sides that are powers of two, or clamp to the edge without mipmaps"
    case .badPixels(let reason): reason
    case .incompleteFramebuffer(let reason): "the framebuffer is incomplete: \(reason)"
    case .unsupported(let what, let remedy): "this driver has no \(what); \(remedy)"
    }
  }

  /// A similar name, or all names.
  private static func hint(_ name: String, _ known: [String]) -> String {
    if let near = Spelling.closest(to: name, in: known) { return Spelling.question(near) }
    return known.isEmpty
      ? "; it has none" : "; it has " + known.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static func paragraph(_ log: String?) -> String {
    log.map { ":\n\($0)" } ?? " (the driver gave no reason)"
  }
}
