import GLESKitSupport

/// What programs tell about Processing.
///
/// On desktops, Processing compiles shaders as GLSL 1.50: it replaces `varying`, `texture2D` and
/// `gl_FragColor` with the words of that version (`PGL.preprocessFragmentSource`). On Android it
/// uses OpenGL ES.
enum ProcessingSketch {
  /// Marks that are no names: a sketch, and one for Android.
  static let (desktop, android) = ("Processing", "Processing for Android")

  /// Returns the marks of a program: `PShader` is the class of shaders, and sketches in Python
  /// define `setup()`.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    func contains(_ word: StaticString) -> Bool { HostCode.find(word, in: bytes[...]) }
    if contains("processing.android") || contains("android.opengl") { return [android] }
    let isPython = contains("loadShader(") && contains("def setup()")
    return isPython || contains("PShader") ? [desktop] : []
  }
}

/// What programs tell about the contexts that they ask a browser for.
enum WebContexts {
  /// Marks that are no names: a context of WebGL 1, and one of WebGL 2.
  static let (first, second) = ("WebGL 1", "WebGL 2")
  /// The mark of scripts that GNOME's GJS or KWin runs, which have no WebGL.
  static let none = "scripts of a desktop"

  /// Returns the marks of a program.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    func contains(_ words: StaticString...) -> Bool {
      words.contains { HostCode.find($0, in: bytes[...]) }
    }
    var marks: Set<String> = []
    if contains("\"webgl\"", "'webgl'", "`webgl`", "experimental-webgl") { marks.insert(first) }
    if contains("\"webgl2\"", "'webgl2'", "`webgl2`") { marks.insert(second) }
    if contains("imports.gi.", "imports.gi;", "'gi://", "\"gi://", "addFragmentShader(Effect.") {
      marks.insert(none)
    }
    return marks
  }
}

extension HostCode {
  /// Returns the mark of a precision if a program uses the class of programs of cocos2d, which puts
  /// one before fragment shaders.
  private static func cocosMarks(in bytes: [UInt8]) -> Set<String> {
    let classes: [StaticString] = ["cc.GLProgram", "GLProgram::create", "CCGLProgram"]
    return classes.contains { find($0, in: bytes[...]) } ? [precisionName] : []
  }

  /// Returns what a program tells about what compiles its shaders.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    ThreeRevision.marks(in: bytes).union(ProcessingSketch.marks(in: bytes))
      .union(WebContexts.marks(in: bytes)).union(cocosMarks(in: bytes))
  }
}
