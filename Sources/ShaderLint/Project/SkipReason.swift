import CompilerLogs
import GLSL

/// Why a file in a folder is not checked.
enum SkipReason {
  static let noMain = "no stage or no main(), and no checked shader includes it"
  static let mainInBranch =
    "main() is in a branch of #if that is not taken; 'define' in [[files]] gives it a macro"
  static let otherStage =
    "the text is for another stage than the name tells; 'stage' in [[files]] decides"
  static let noCode = "no code, but comments"
  static let notText = "no text, by its NUL bytes"
  static let minified = "minified; its sources say more"
  static let package = "a package that npm installs"
  static let noneFound =
    "a program that names gl_Position or gl_FragColor, but has no shader in its strings"
  static let snippet = "a snippet by its name, which no checked shader includes"

  /// Why a file without the name of a shader is not read, although it names outputs of shaders.
  enum Unread: String {
    case program =
      "a program that names gl_Position or gl_FragColor; stage = \"host\" in [[files]] searches it"
    case otherKind =
      "a shader or its outputs in a file of another kind; [[files]] can say what it is"
    case cocos = "effects of Cocos Creator"
  }

  /// Returns why a file is not read that names outputs of shaders; `nil` for others.
  ///
  /// - Parameter text: The text; `nil` if it can't be read.
  static func unread(_ path: String, _ text: @autoclosure () -> [UInt8]?) -> Unread? {
    let ending = Paths.ending(of: path)
    guard !otherEndings.contains(ending), let bytes = text() else { return nil }
    func contains(_ word: StaticString) -> Bool { HostCode.find(word, in: bytes[...]) }
    if ["effect", "chunk"].contains(ending), contains("CCProgram") { return .cocos }
    let isNamed = HostCode.namesOutput(bytes[...])
    guard isNamed || contains("main"), !contains("\0") else { return nil }
    let isHost = HostCode.isHost(path)
    if isHost, !isPlain(bytes) { return isNamed ? .program : nil }
    // Later versions have other outputs.
    guard isNamed && ending != "txt" && !isHost || HostCode.Evidence(bytes[...]).isShader else {
      return nil
    }
    return .otherKind
  }

  /// Whether npm has installed a file: the project's own files are elsewhere.
  static func isPackage(_ path: String, below root: String) -> Bool {
    Paths.below(root, path).split(separator: "/").dropLast().contains("node_modules")
  }

  /// Whether the text of a file with the name of a program has no strings, as GLSL has none.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    !bytes.contains { "\"`".utf8.contains($0) } && ShaderNames.startsLikeShader(Scan(bytes))
  }

  /// The endings of documentation, and of large files that are no text.
  private static let otherEndings = Set(
    """
    md markdown mdx rst adoc log map patch diff po pdf svg png jpg jpeg gif webp bmp tga tif tiff
    hdr exr dds ktx psd ttf otf woff woff2 mp3 ogg wav mp4 webm glb bin obj fbx zip gz xz jar so o
    a dll exe wasm
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns why a shader that nobody has named is not checked; `nil` if it is.
  static func reason(for facts: ShaderFacts, in path: String, _ options: LintOptions) -> String? {
    if facts.assembly.isNoText { return notText }
    if let language = language(of: facts, options) { return language }
    let scan = facts.assembly.scan
    if scan.tokens.isEmpty, HostCode.isHost(path) { return noCode }
    let writesMain = ShaderNames.hasMain(scan)
    let hasMain = facts.declarations.hasMain || scan.tokens.isEmpty || writesMain
    if !hasMain, ShaderNames.hasLooseStatement(facts.preprocessed) { return noMain }
    // What an #include lacks may define the rest.
    guard !facts.assembly.lacksInclude else { return nil }
    if !hasMain { return noMain }
    if writesMain, !ShaderNames.hasMain(facts.preprocessed) { return mainInBranch }
    if !facts.isValid, facts.stage == ShaderName(path).certainStage,
      let used = ShaderNames.stage(usedIn: scan), used != facts.stage
    {
      return otherStage
    }
    return HostCode.isHost(path) && lacksHeader(facts) ? HostCode.Reason.joined.rawValue : nil
  }

  /// Returns the language of a shader, and how to check it, if it is not GLSL ES 1.00.
  static func language(of facts: ShaderFacts, _ options: LintOptions) -> String? {
    // A valid shader is in GLSL ES 1.00, whatever its words suggest.
    let isOurs =
      facts.isValid && facts.preprocessed.isVersion100 && !facts.preprocessed.hasInjections
    guard !isOurs, let language = facts.preprocessed.otherLanguage,
      language != .es3 || !options.es3
    else { return nil }
    return text(language)
  }

  private static func text(_ language: OtherLanguage) -> String {
    switch language {
    case .es3: "GLSL ES 3.00 or later; --es3 checks it with the driver"
    case .desktop:
      "GLSL for desktops, by #version; 'ignore-version' in [[files]] checks it as GLSL ES 1.00"
    case .fixedFunction: "GLSL for desktops, by names such as gl_Vertex or sampler3D"
    case .later:
      "GLSL 1.30 or later, by words such as in, out or sampler2DArray; if it begins with "
        + "#version 300 es, --es3 checks it with the driver"
    case .hlsl: "HLSL or Cg"
    case .wgsl: "WGSL"
    case .c: "C or C++, with a shader in its string"
    case .script: "JavaScript, with a shader in its string"
    case .template:
      "a template that a program completes; 'replace' in [[files]] gives texts for its marks"
    }
  }

  /// Whether a text declares nothing outside its functions, and uses other names than its own: a
  /// program puts the declarations before it.
  private static func lacksHeader(_ facts: ShaderFacts) -> Bool {
    facts.declarations.variables.isEmpty
      && facts.findings.contains {
        $0.rule == .undeclaredIdentifier && facts.suggestion(for: $0) == nil
      }
  }
}
