import GLESKitCGLES2
import GLESKitSupport
import Glibc

/// Linked programs of earlier runs in a folder, so that their shaders need not be compiled again.
///
/// ```swift
/// gl.programCache = .standard
/// let program = try Program(gl, vertex: vertexSource, fragment: fragmentSource)
/// ```
///
/// Drivers have such caches of their own, but may set up their compilers before they look: Mesa 22
/// takes 5 to 12 ms for that in each process, and none where programs are loaded ready-made. It
/// takes `GL_OES_get_program_binary`; without it, and for what another driver or another version of
/// it has linked, shaders are compiled as ever. A cached program has no ``Program/log``. What is
/// damaged is not used, and what cannot be written is not kept.
public final class ProgramCache: Sendable {
  /// The folder that the programs are in; made when there is one to keep.
  public let folder: String
  /// Of more programs than this all are thrown away.
  static let mostPrograms = 512
  private static let ending = ".glprogram"

  /// A cache in a folder that is for nothing else.
  public init(folder: String) { self.folder = folder }

  /// The cache of the user who runs the process: `gleskit/programs` in `$XDG_CACHE_HOME`, or in
  /// `~/.cache`. `nil` where neither is known, and where the environment variable
  /// `GLESKIT_PROGRAM_CACHE` is `off`.
  public static let standard: ProgramCache? = {
    func value(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard value("GLESKIT_PROGRAM_CACHE") != "off" else { return nil }
    // A relative path is to be ignored, says the specification of these folders.
    let caches =
      value("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? value("HOME").map { "\($0)/.cache" }
    return caches.map { ProgramCache(folder: "\($0)/gleskit/programs") }
  }()

  /// What a program is made of, and by whom.
  struct Key {
    fileprivate let text: [UInt8]

    init(
      _ binaries: ProgramBinaries, vertex: String, fragment: String, locations: [String: Int]
    ) {
      let places = locations.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let parts = binaries.driver + [places.joined(separator: ","), vertex, fragment]
      text = Array(parts.map { "\($0.utf8.count) \($0)\n" }.joined().utf8)
    }
  }

  /// A program as the driver gave it.
  struct Binary {
    var format: GLenum
    var bytes: [UInt8]
  }

  /// The program that was kept for a key; `nil` where there is none.
  func binary(for key: Key) -> Binary? {
    guard let file = try? Files.read(path(of: key), limit: 1 << 26) else { return nil }
    // The key, the format, the program, and a checksum of all of them.
    let start = key.text.count + MemoryLayout<GLenum>.size
    let end = file.count - MemoryLayout<UInt64>.size
    guard end > start, file.starts(with: key.text),
      Self.value(of: file[end...]) == FNV1a.hash(file[..<end])
    else { return nil }
    let format = Self.value(of: file[key.text.count..<start])
    return Binary(format: GLenum(truncatingIfNeeded: format), bytes: Array(file[start..<end]))
  }

  /// Keeps a program, if it can.
  func keep(_ binary: Binary, for key: Key) {
    _ = try? Files.createFolders(folder)
    // Also what was left where somebody was killed while keeping one.
    let names = ((try? Files.list(folder)) ?? []).filter { $0.contains(Self.ending) }
    if names.count >= Self.mostPrograms {
      for name in names { unlink("\(folder)/\(name)") }
    }
    var file = key.text
    withUnsafeBytes(of: binary.format.littleEndian) { file += $0 }
    file += binary.bytes
    withUnsafeBytes(of: FNV1a.hash(file[...]).littleEndian) { file += $0 }
    try? AtomicFile.write(file, to: path(of: key))
  }

  private func path(of key: Key) -> String {
    "\(folder)/\(String(FNV1a.hash(key.text[...]), radix: 16))\(Self.ending)"
  }

  /// A number of some bytes, the lowest first.
  private static func value(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The place of one program in its context's cache.
struct CachedProgram {
  private let context: Context
  private let cache: ProgramCache
  private let binaries: ProgramBinaries
  private let key: ProgramCache.Key

  /// `nil` where the context has no cache, or the driver gives no programs away.
  init?(_ context: Context, vertex: String, fragment: String, locations: [String: Int]) {
    guard let cache = context.programCache, let binaries = context.programBinaries else {
      return nil
    }
    self.context = context
    self.cache = cache
    self.binaries = binaries
    key = ProgramCache.Key(
      binaries, vertex: vertex, fragment: fragment, locations: locations)
  }

  /// The program that was kept, linked; `nil` where it must be compiled.
  func load() -> GLuint? {
    context.deleteDroppedObjects()
    return cache.binary(for: key).flatMap(binaries.program)
  }

  /// Keeps a linked program.
  func keep(_ program: GLuint) {
    if let binary = binaries.binary(of: program) { cache.keep(binary, for: key) }
  }
}

/// The functions of `GL_OES_get_program_binary`.
struct ProgramBinaries {
  private typealias Get =
    @convention(c) (
      GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLenum>?,
      UnsafeMutableRawPointer?
    ) -> Void
  private typealias Load = @convention(c) (GLuint, GLenum, UnsafeRawPointer?, GLint) -> Void

  /// Who links programs, in all that decides what becomes of a source: macros stand for extensions,
  /// too.
  let driver: [String]
  private let get: Get
  private let load: Load

  /// `nil` where the driver has none.
  init?(_ context: Context) {
    guard context.extensions.contains("GL_OES_get_program_binary"),
      Context.integer(GL_NUM_PROGRAM_BINARY_FORMATS_OES) > 0,
      let get = context.address(of: "glGetProgramBinaryOES"),
      let load = context.address(of: "glProgramBinaryOES")
    else { return nil }
    let names = context.driver
    let extensions = Array((Context.string(GL_EXTENSIONS) ?? "").utf8)
    driver = [
      names.vendor, names.renderer, names.version, names.shadingLanguageVersion,
      String(FNV1a.hash(extensions[...]), radix: 16),
    ]
    self.get = unsafeBitCast(get, to: Get.self)
    self.load = unsafeBitCast(load, to: Load.self)
  }

  /// A linked program as the driver would load it again; `nil` where it gives none.
  func binary(of program: GLuint) -> ProgramCache.Binary? {
    var capacity: GLint = 0
    glGetProgramiv(program, GLenum(GL_PROGRAM_BINARY_LENGTH_OES), &capacity)
    guard capacity > 0 else { return nil }
    var format: GLenum = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
      var length: GLsizei = 0
      get(program, capacity, &length, &format, buffer.baseAddress)
      count = min(max(Int(length), 0), Int(capacity))
    }
    let errors = Context.drainErrors()
    return bytes.isEmpty || !errors.isEmpty
      ? nil : ProgramCache.Binary(format: format, bytes: bytes)
  }

  /// Makes a program of what the driver gave; `nil` where it does not know it any more.
  func program(of binary: ProgramCache.Binary) -> GLuint? {
    let name = glCreateProgram()
    guard name != 0 else { return nil }
    binary.bytes.withUnsafeBytes { load(name, binary.format, $0.baseAddress, GLint($0.count)) }
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    guard status == GL_TRUE else {
      _ = Context.drainErrors()
      glDeleteProgram(name)
      return nil
    }
    return name
  }
}
