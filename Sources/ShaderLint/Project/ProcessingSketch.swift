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
    if HostCode.find(["processing.android", "android.opengl"], in: bytes) { return [android] }
    let isPython =
      HostCode.find(["loadShader("], in: bytes) && HostCode.find(["def setup()"], in: bytes)
    return isPython || HostCode.find(["PShader"], in: bytes) ? [desktop] : []
  }
}

/// What programs tell about the contexts that they ask a browser for.
enum WebContexts {
  /// Marks that are no names: a context of WebGL 1, and one of WebGL 2.
  static let (first, second) = ("WebGL 1", "WebGL 2")
  /// The mark of scripts that GNOME's GJS or KWin runs, which have no WebGL.
  static let none = "scripts of a desktop"

  /// The words that tell them.
  static let words: [(mark: String, words: [StaticString])] = [
    (first, ["\"webgl\"", "'webgl'", "`webgl`", "experimental-webgl"]),
    (second, ["\"webgl2\"", "'webgl2'", "`webgl2`"]),
    (none, ["imports.gi.", "imports.gi;", "'gi://", "\"gi://", "addFragmentShader(Effect."]),
  ]
}

extension HostCode {
  /// The mark of a precision for the class of programs of cocos2d, which puts one before fragment
  /// shaders.
  private static let cocos: (mark: String, words: [StaticString]) =
    (precisionName, ["cc.GLProgram", "GLProgram::create", "CCGLProgram"])

  /// Returns what a program tells about what compiles its shaders.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    let others = (WebContexts.words + [cocos]).filter { find($0.words, in: bytes) }.map(\.mark)
    return ThreeRevision.marks(in: bytes).union(ProcessingSketch.marks(in: bytes)).union(others)
  }

  /// Returns whether a text has one of some words.
  static func find(_ words: [StaticString], in text: [UInt8]) -> Bool {
    words.contains { find($0, in: text[...]) }
  }
}
