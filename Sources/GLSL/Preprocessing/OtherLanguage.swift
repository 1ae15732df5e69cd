import CompilerLogs

/// What a text is that is not in GLSL ES 1.00.
package enum OtherLanguage: Hashable, Sendable {
  /// GLSL ES 3.00 or later, by `#version`.
  case es3
  /// GLSL for desktops, by `#version`.
  case desktop
  /// GLSL 1.20 or earlier for desktops, by built-in names that GLSL ES never had, or samplers.
  case fixedFunction
  /// GLSL 1.30, GLSL ES 3.00 or later, by global `in`, `out` and `layout`. The program adds the
  /// `#version` line.
  case later
  /// HLSL or Cg.
  case hlsl
  /// WGSL, by `fn name(`.
  case wgsl
  /// C or C++, by `char *`.
  case c
  /// JavaScript, by "= `".
  case script
  /// Text with marks such as `$NAME$`, `%NAME%`, `$name`, `${name}`, `{NAME}`, `{{ name }}`,
  /// `{{= name }}`, `<name>`, `#00b3c8`, `#version NAME` and `@import name`, and names such as
  /// `__NAME__`, which a program replaces, and with values of uniforms, `uniform float x : 0.5;`,
  /// or lines marked `// #fog`, which it removes.
  case template
}

extension Preprocessed {
  /// The language that `#version` names, or without it the code; `nil` for GLSL ES 1.00, and if
  /// the code has words of it as well, which are then mistakes in one of both.
  package var otherLanguage: OtherLanguage? {
    if let version {
      if [300_000, 310_000, 320_000].contains(version) { return .es3 }
      // Others, such as `100 es` or 10, are mistakes.
      let number = version < 1000 ? version : version / 1000
      return Self.desktopVersions.contains(number) ? .desktop : nil
    }
    if choosesLines || hasInjections || hasVersionMark { return .template }
    let has3D = extensions.contains(Word(Extension.texture3D.rawValue).tag)
    var words: Set<Mark> = []
    var depth = 0
    var laterFunctions: Set<UInt64> = []
    /// Whether there is a number such as 1u.
    var hasUnsigned = false
    for index in items.indices {
      let token = items[index].token
      if token.is("(") { depth += 1 }
      if token.is(")") { depth -= 1 }
      if isTemplate(at: index) { return .template }
      let next = self.token(index + 1)
      if token.is("="), next?.is("`") == true { return .script }
      if token.kind == .number, text(index).hasSuffix("u") { hasUnsigned = true }
      guard token.kind == .identifier, let mark = Mark.byTag[token.tag] else { continue }
      let isMeant: Bool
      switch mark {
      case .later:
        let isLayout = token.is(Mark.layout)
        isMeant =
          depth == 0
          && (isLayout ? next?.is("(") == true : next?.kind ?? .identifier == .identifier)
      // `fn name(`
      case .wgsl: isMeant = next?.kind == .identifier && self.token(index + 2)?.is("(") == true
      case .desktopSampler:
        if !has3D, index > 1, items[index - 2].token.is(Mark.precision) { return .later }
        isMeant = !has3D && next?.kind == .identifier
      case .laterFunction:
        isMeant = next?.is("(") == true
        if isMeant { laterFunctions.insert(token.tag) }
      case .c: isMeant = next?.is("*") == true
      default: isMeant = true
      }
      if isMeant { words.insert(mark) }
    }
    if words.contains(.wgsl) { return .wgsl }
    if words.contains(.c) { return .c }
    if words.contains(.hlsl), words.isDisjoint(with: [.glsl, .es1]) { return .hlsl }
    // One may be a mistake.
    if laterFunctions.count > 1 { return .later }
    // `varying` may be a macro that the program defines, `uint` is rarely a mistake.
    if words.contains(.laterSampler) || words.contains(.unsigned) && hasUnsigned { return .later }
    if words.contains(.later), !words.contains(.es1) { return .later }
    let isForDesktops = !words.isDisjoint(with: [.fixedFunction, .desktopSampler])
    return isForDesktops && !isForES ? .fixedFunction : nil
  }

  /// Whether the text has words that GLSL for desktops lacks, also in branches that are not taken.
  package var isForES: Bool {
    tokens.contains { $0.kind == .identifier && Mark.esWords.contains($0.tag) }
  }

  private static let desktopVersions: Set = [
    110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460,
  ]

  /// Whether lines end in comments such as `// #fog` and `// #noFog`, by which a program chooses
  /// lines, as tdl does.
  private var choosesLines: Bool {
    var marks: Set<String> = []
    for line in bytes.split(whereSeparator: \.isLineEnd) {
      guard let hash = line.lastIndex(of: .hash),
        line[..<hash].reversed().drop(while: \.isBlank).starts(with: "//".utf8)
      else { continue }
      let name = line[(hash + 1)...].prefix { $0.continuesIdentifier }
      marks.insert(String(decoding: name, as: UTF8.self).lowercased())
    }
    return marks.contains { !$0.isEmpty && marks.contains("no\($0)") }
  }

  /// Whether there are lines `#pragma header` or `#pragma body`, in whose place OpenFL puts text.
  package var hasInjections: Bool {
    zip(tokens, tokens.dropFirst()).contains { pragma, word in
      pragma.is(Mark.pragma) && (word.is(Mark.header) || word.is(Mark.body))
    }
  }

  /// Whether there is a line `#version VERSION`, in which a program puts the number.
  private var hasVersionMark: Bool {
    zip(tokens, tokens.dropFirst()).contains { version, mark in
      version.is(Mark.version) && mark.kind == .identifier && !mark.startsLine
        && !bytes[mark.range].contains(where: \.isLowercase)
    }
  }

  private func token(_ index: Int) -> Token? {
    index < items.count ? items[index].token : nil
  }

  /// Whether a mark that a program replaces begins at an item: `$NAME$`, `${name}`, `{{ name }}`,
  /// `{NAME}`, Phaser's `%name%`, VisPy's `$name`, Glumpy's `<name>`, `@NAME`, or `@import` and
  /// `@export`, as ClayGL has them.
  private func isTemplate(at index: Int) -> Bool {
    let first = items[index].token
    let (next, end) = (token(index + 1), token(index + 2))
    if first.is("$") {
      guard let next else { return false }
      return next.is("{") || next.is("(") && !next.spaced
        || next.kind == .identifier && (end?.is("$") == true || !next.spaced)
    }
    if first.is("%"), let next, let end {
      return next.kind == .identifier && !next.spaced && end.is("%") && !end.spaced
    }
    if first.is("<") { return isHook(at: index) }
    // A color, `#00b3c8`, which a transform of glslify replaces.
    if first.is("#"), !first.startsLine, let next, !next.spaced {
      // Scanned as a number and a name, a number, or a name.
      let rest = end.map { $0.spaced ? "" : text(index + 2) } ?? ""
      let digits = text(index + 1) + (rest.allSatisfy(\.isHexDigit) ? rest : "")
      if [3, 4, 6, 8].contains(digits.count), digits.allSatisfy(\.isHexDigit) { return true }
    }
    if first.is(Mark.uniform) || first.is(Mark.attribute) {
      return isDeclarationWithValue(at: index)
    }
    if first.kind == .identifier, first.length > 4 {
      let name = text(index)
      return name.hasPrefix("__") && name.hasSuffix("__") && name != "__LINE__"
        && !name.utf8.contains(where: \.isLowercase)
    }
    if first.is("@"), let next, next.kind == .identifier {
      return next.is(Mark.import) || next.is(Mark.export)
        || !text(index + 1).utf8.contains(where: \.isLowercase)
    }
    guard first.is("{"), let next else { return false }
    // A block holds statements, which end with ; or }.
    if next.kind == .identifier, end?.is("}") == true {
      // In lowercase it may be a statement without its semicolon.
      return !next.spaced && end?.spaced == false
        && !text(index + 1).utf8.contains(where: \.isLowercase)
    }
    if next.is("{"), !next.spaced, end?.is("=") == true { return true }
    return next.is("{") && end?.kind == .identifier && token(index + 3)?.is("}") == true
      && token(index + 4)?.is("}") == true
  }

  /// Whether a declaration such as `uniform float x : 0.5;`, or `attribute vec3 x : POSITION;` of
  /// ClayGL, begins at an item.
  private func isDeclarationWithValue(at index: Int) -> Bool {
    let declaration = items[(index + 1)...].prefix(4)
    guard let colon = declaration.firstIndex(where: { $0.token.is(":") }), colon > index + 2 else {
      return false
    }
    return declaration[..<colon].allSatisfy { $0.token.kind == .identifier }
  }

  /// Whether a hook of Glumpy begins at an item: `<name>`, `<name.part>` or `<name(…)>`, without a
  /// blank after `<`, where an operand or a statement is expected.
  private func isHook(at index: Int) -> Bool {
    guard index > 0, index + 1 < items.count else { return false }
    let before = items[index - 1].token
    let needsOperand =
      before.kind == .punctuation && !before.is(")") && !before.is("]") || before.is(Mark.return)
    // What `++` and `--` end is an operand.
    guard needsOperand, !["++", "--"].contains(text(index - 1)),
      !items[index + 1].token.spaced, !items[index + 1].token.startsLine
    else { return false }
    var next = index + 1
    while next + 1 < items.count, items[next].token.kind == .identifier,
      items[next + 1].token.is(".")
    {
      next += 2
    }
    guard next + 1 < items.count, items[next].token.kind == .identifier else { return false }
    if items[next + 1].token.is(">") { return true }
    guard items[next + 1].token.is("(") else { return false }
    var depth = 0
    for index in items.indices.dropFirst(next + 1).prefix(Self.longestHook) {
      let token = items[index].token
      if token.is("(") { depth += 1 }
      if token.is(")") { depth -= 1 }
      if depth == 0 { return index + 1 < items.count && items[index + 1].token.is(">") }
    }
    return false
  }

  /// The most tokens of a hook, so that many in a row take little time.
  private static var longestHook: Int { 200 }
}

extension UInt8 {
  /// Whether it is a lowercase letter of ASCII, which names of macros lack.
  package var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

/// What a word tells about the language.
private enum Mark {
  /// A word of GLSL ES 1.00 that later versions lack, and a word of any GLSL.
  case es1, glsl
  case later, hlsl, wgsl, c, fixedFunction
  /// A type of samplers that GLSL ES 1.00 only reserves.
  case desktopSampler
  /// The type of numbers such as `1u`, and one of samplers, which ES 1.00 does not even reserve.
  case unsigned, laterSampler
  /// A function of GLSL 1.30 and ES 3.00 for texels, bits or textures of any kind.
  case laterFunction

  static let (layout, uniform, attribute) = (Word("layout"), Word("uniform"), Word("attribute"))
  static let (version, precision) = (Word("version"), Word("precision"))
  static let (pragma, header, body) = (Word("pragma"), Word("header"), Word("body"))
  static let (`import`, export, `return`) = (Word("import"), Word("export"), Word("return"))
  static let esWords = Set(
    ["GL_ES", "precision", "highp", "mediump", "lowp"].map { Word($0).tag })

  static let byTag: [UInt64: Mark] = {
    let vectors = ["2", "3", "4", "2x2", "3x3", "4x4", "3x4", "4x3"]
    let words: [(Mark, [String])] = [
      (.es1, ["attribute", "varying"]),
      (.glsl, ["vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "gl_Position", "gl_FragColor"]),
      (.later, ["in", "out", "layout"]),
      (.unsigned, ["uint", "uvec2", "uvec3", "uvec4"]),
      (
        .laterFunction,
        [
          "texture", "texelFetch", "textureSize", "floatBitsToInt", "floatBitsToUint",
          "intBitsToFloat", "uintBitsToFloat", "packHalf2x16", "unpackHalf2x16",
        ]
      ),
      (
        .laterSampler,
        ["", "i", "u"].flatMap { kind in
          ["2DArray", "2DMS", "CubeArray", "Buffer"].map { "\(kind)sampler\($0)" }
        } + ["i", "u"].flatMap { kind in ["2D", "3D", "Cube"].map { "\(kind)sampler\($0)" } }
      ),
      (.desktopSampler, ["sampler1D", "sampler3D", "sampler1DShadow", "sampler2DShadow"]),
      (.wgsl, ["fn"]), (.c, ["char"]),
      (.hlsl, vectors.flatMap { ["float\($0)", "half\($0)"] }),
      (
        .fixedFunction,
        [
          "ftransform", "gl_Vertex", "gl_Normal", "gl_Color", "gl_FrontColor", "gl_MultiTexCoord0",
          "gl_TexCoord", "gl_ModelViewMatrix", "gl_ProjectionMatrix", "gl_NormalMatrix",
          "gl_ModelViewProjectionMatrix", "gl_TextureMatrix", "gl_LightSource", "gl_Fog",
        ]
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: words.flatMap { mark, names in names.map { (Word($0).tag, mark) } })
  }()
}
