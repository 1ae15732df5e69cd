import GLESKitSupport
import Profiling

/// Keeps a program up to date with its shader files, so that an edit takes effect without a
/// restart.
///
/// ```swift
/// let shape = Shape.box()
/// let watcher = try ProgramWatcher(gl, vertex: "box.vert", fragment: "box.frag")
/// let indices = try IndexBuffer(gl, shape.indices)
/// var box = try VertexInput(watcher.program, shape)
/// // In each frame:
/// switch watcher.update() {
/// case .replaced: box = try VertexInput(watcher.program, shape)
/// case .failed(let error): print(error)
/// case nil: break
/// }
/// try box.draw(.triangles, indices: indices)
/// ```
///
/// Files may include others by `#include "name.glsl"`, relative to the including file's folder; a
/// file is included once in a shader. The included files are watched, too.
public final class ProgramWatcher {
  /// The result of a change to a file.
  public enum Update {
    /// There is a new program. Its uniforms are 0 until they are set.
    case replaced
    /// The files can't be read, or their shaders don't compile or link. ``ProgramWatcher/program``
    /// is unchanged.
    ///
    /// For a compile error, the description has the file and line, the line's text and, for a
    /// misspelled name, the nearest declared one.
    case failed(any Error)
  }

  /// The program of the latest version that compiled.
  public private(set) var program: Program
  /// The minimum time between two checks of the files, in seconds. Default: 0.2. A check reads the
  /// files, which takes about 50 µs for a program.
  public var interval = 0.2

  private let paths: [String]
  private let make: (_ sources: [String]) throws -> Program
  /// What the files were at the last look.
  private var seen: [ShaderText]
  private var lastLook = SpanClock.now

  /// Makes the program and starts to watch its files.
  ///
  /// - Parameters:
  ///   - context: The context; ``update()`` needs it to be current.
  ///   - vertex: The path of the vertex shader.
  ///   - fragment: The path of the fragment shader.
  ///   - attributeLocations: Locations to bind before linking.
  /// - Throws: ``GLESError/file(_:)`` and what `Program` throws.
  public convenience init(
    _ context: Context, vertex: String, fragment: String, attributeLocations: [String: Int] = [:]
  ) throws {
    try self.init(files: [vertex, fragment]) { sources in
      try Program(
        context,
        vertex: Shader(context, stage: .vertex, source: sources[0], label: vertex),
        fragment: Shader(context, stage: .fragment, source: sources[1], label: fragment),
        attributeLocations: attributeLocations)
    }
  }

  /// Watches files from which a program is made in another way, such as one with a generated stage.
  ///
  /// - Parameters:
  ///   - files: The paths of the shaders.
  ///   - make: Makes the program from the texts of the files, in the same order, with includes
  ///     resolved. If it throws ``GLESError/compilation(_:)``, the file and line are added.
  public init(files: [String], make: @escaping (_ sources: [String]) throws -> Program) throws {
    paths = files
    self.make = make
    seen = files.map(ShaderText.init(path:))
    program = try Self.program(of: seen, make)
  }

  /// Checks for changed files, and compiles them. Call it in each frame, with the context current.
  ///
  /// - Returns: The result of a change; `nil` if nothing has changed since the last check.
  public func update() -> Update? {
    let now = SpanClock.now
    guard Double(now &- lastLook) >= interval * 1e9 else { return nil }
    lastLook = now
    // Contents are compared, not times: two edits may have the same time.
    let found = paths.map(ShaderText.init(path:))
    guard found != seen else { return nil }
    seen = found
    do {
      let new = try Self.program(of: found, make)
      program.isReplaced = true
      // It may be one that was made before.
      new.isReplaced = false
      program = new
      return .replaced
    } catch {
      return .failed(error)
    }
  }

  private static func program(
    of texts: [ShaderText], _ make: (_ sources: [String]) throws -> Program
  ) throws -> Program {
    if let failure = texts.lazy.compactMap(\.failure).first { throw GLESError.file(failure) }
    do {
      return try make(texts.map(\.text))
    } catch GLESError.compilation(let failure) {
      // Name the lines of the files, not of the text with its includes.
      let text = texts.first { $0.text == failure.source }
      throw GLESError.compilation(text.map { failure.located(in: $0.lines) } ?? failure)
    }
  }
}
