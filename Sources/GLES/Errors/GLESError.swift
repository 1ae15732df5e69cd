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

/// Everything that can go wrong between a program and its GL driver.
public enum GLESError: Error, Sendable, CustomStringConvertible {
  /// No context is current on this thread, or it is not one of OpenGL ES 2.0 or later.
  case noCurrentContext
  /// The driver refused a call; `function` is its C name.
  case invalidCall(function: String, errors: [GLErrorCode])
  /// The driver has no memory left for what `function` asked; its objects may be incomplete.
  case outOfMemory(function: String)
  /// The GPU was reset or taken away: all objects of the context are gone, make a new one.
  case contextLost(function: String)
  /// A shader's file could not be read.
  case file(FileError)
  /// A file name's ending does not say which stage the shader in it is.
  case unknownStage(path: String)
  /// A shader did not compile.
  case compilation(CompilationFailure)
  /// Two shaders did not link; `log` is the driver's raw text, `nil` where it gave no reason.
  case link(label: String, log: String?)
  /// A program cannot run in the state that GL is in, such as two sampler types on one unit.
  case validation(label: String, log: String?)
  /// The program declares no uniform of this name. `suggestion` is a declared name much like it.
  case unknownUniform(name: String, program: String, suggestion: String?)
  /// The uniform is declared, but does not contribute to the result: the linker removed it.
  case inactiveUniform(name: String, program: String)
  /// The value is not of the uniform's declared type.
  case uniformType(name: String, declared: GLSLType, given: String)
  /// More values than the uniform array has elements left, or none.
  case uniformCount(name: String, declared: Int, given: Int)
  /// The program has no active attribute of this name. `suggestion` is an active name much like it.
  case unknownAttribute(name: String, program: String, suggestion: String?)
  /// An attribute location outside 0 ..< ``Limits/vertexAttributes``, or one used twice.
  case attributeLocation(name: String, location: Int, limit: Int)
  /// The vertex array was made for another program, or lacks an attribute that this one reads.
  case missingAttribute(name: String, program: String)
  /// Bytes, vertices or indices beyond the end of a buffer; `wanted` counts from its start.
  case outsideBuffer(wanted: Int, available: Int, what: String)
  /// A picture larger than this driver's textures.
  case textureTooLarge(width: Int, height: Int, limit: Int)
  /// Plain ES 2.0 gives a texture whose sides are not powers of two no mipmaps and no repetition.
  case notPowerOfTwo(width: Int, height: Int, wanted: String)
  /// Pixels, a region or faces that do not fit the texture or framebuffer.
  case badPixels(reason: String)
  /// The attachments do not make a framebuffer that can be drawn to.
  case incompleteFramebuffer(reason: String)
  /// The driver lacks what was asked for.
  case unsupported(what: String, remedy: String)

  /// Checks that `count` things after `first` others lie within those that a buffer holds.
  static func check(
    _ count: Int, from first: Int, within available: Int, _ what: String
  ) throws(GLESError) {
    // Compared without the sum, which may be larger than any number.
    guard count > available || first > available - count else { return }
    let (sum, isTooLarge) = first.addingReportingOverflow(count)
    throw .outsideBuffer(wanted: isTooLarge ? .max : sum, available: available, what: what)
  }

  /// What pending GL errors come to: a lost context outweighs lack of memory, that any other error.
  init(_ errors: [GLErrorCode], after function: String) {
    if errors.contains(.contextLost) {
      self = .contextLost(function: function)
    } else if errors.contains(.outOfMemory) {
      self = .outOfMemory(function: function)
    } else {
      self = .invalidCall(function: function, errors: errors)
    }
  }

  /// One sentence of what happened and, after a semicolon or in parentheses, what to do; a failed
  /// compilation's or link's log follows on lines of its own.
  public var description: String {
    switch self {
    case .noCurrentContext:
      "no OpenGL ES 2.0 context is current on this thread; make one current first"
    case .invalidCall(let function, let errors):
      "\(function) failed: \(errors.map(\.description).joined(separator: ", "))"
    case .outOfMemory(let function):
      "\(function): the driver is out of memory; use fewer or smaller textures and framebuffers"
    case .contextLost(let function):
      "\(function): the context is lost (the GPU was reset or removed); make a new one"
    case .file(let error): error.description
    case .unknownStage(let path):
      "'\(path)' does not say its stage; name it .vert or .frag, or give the stage"
    case .compilation(let failure): failure.description
    case .link(let label, let log):
      "\(label) does not link\(Self.paragraph(log))"
    case .validation(let label, let log):
      "\(label) cannot run in the current state\(Self.paragraph(log))"
    case .unknownUniform(let name, let program, let suggestion):
      "\(program) has no uniform '\(name)'\(Spelling.question(suggestion))"
    case .inactiveUniform(let name, let program):
      "uniform '\(name)' of \(program) is declared but unused, so the linker removed it; "
        + "use it in the shader or do not set it"
    case .uniformType(let name, let declared, let given):
      "uniform '\(name)' is a \(declared), not a \(given)"
    case .uniformCount(let name, let declared, let given):
      "uniform '\(name)' takes 1 to \(declared) values, not \(given)"
    case .unknownAttribute(let name, let program, let suggestion):
      "\(program) has no active attribute '\(name)'\(Spelling.question(suggestion))"
    case .attributeLocation(let name, let location, let limit):
      "attribute '\(name)' cannot have location \(location); "
        + "give each attribute one of its own in 0…\(limit - 1)"
    case .missingAttribute(let name, let program):
      "the vertex array has no data for attribute '\(name)' of \(program)"
    case .outsideBuffer(let wanted, let available, let what):
      "\(wanted) \(what) wanted, but the buffer holds \(available); "
        + "ask for fewer, or give the buffer more"
    case .textureTooLarge(let width, let height, let limit):
      "\(width)×\(height) pixels are more than this driver's textures hold "
        + "(\(limit)×\(limit)); scale the picture down"
    case .notPowerOfTwo(let width, let height, let wanted):
      "a \(width)×\(height) texture cannot have \(wanted) on this driver; "
        + "use sides that are powers of two, or clamp to the edge without mipmaps"
    case .badPixels(let reason): reason
    case .incompleteFramebuffer(let reason): "the framebuffer is incomplete: \(reason)"
    case .unsupported(let what, let remedy): "this driver has no \(what); \(remedy)"
    }
  }

  private static func paragraph(_ log: String?) -> String {
    log.map { ":\n\($0)" } ?? " (the driver gave no reason)"
  }
}
