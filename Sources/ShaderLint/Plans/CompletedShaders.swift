import CompilerLogs
import GLESKitSupport
import GLSL

/// Shaders of a project to which its programs add text before they compile it.
///
/// Engines such as three.js put declarations, precisions and `#extension` lines before a shader,
/// and no file of the project has that text. A name that several shaders lack, and fewer declare,
/// is not misspelled: the program gives it, and so it does if its strings declare the name. So is a
/// precision that several fragment shaders lack. If most lack it, or most shaders are in GLSL for
/// desktops, the program runs on desktops.
struct CompletedShaders<Key: Hashable> {
  /// What is known of a shader.
  private struct Shader {
    /// The hash value of the text: copies of a shader miss the same.
    var text: Int
    var isBundled: Bool
    /// Whether it is in a string of a program, which then has the names of its macros, too.
    var isString: Bool
    var isForES: Bool
    /// The names of its variables and functions.
    var declared: Set<String>
    /// The names and extensions that only what `#if` takes away has.
    var removed: Set<String>
    /// The names in comments such as `// vec2 u_resolution`, which say what a program declares.
    var documented: Set<String>
    var missing: Set<String> = []
    /// Those of the names that `#include` lines of the shader have.
    var chunks: Set<String> = []
    var lacksPrecision = false
    /// Whether it has types, functions or operators of GLSL ES 3.00.
    var hasLaterWords = false
    /// Whether it has what GLSL ES 3.00 or desktops allow.
    var isForeign = false
    /// Names that a program must give: what is missing of ``removed``, the words of lines such as
    /// `#error Please define a RADIUS`, ``documented``, and ``Diagnostic/isOnlyOfPrograms``.
    var asked: Set<String> = []
  }

  private var shaders: [Key: Shader] = [:]
  /// The shaders that are skipped as GLSL for desktops.
  private var skipped: Set<Key> = []

  /// Whether a shader lacks what programs can give, or has what only some allow.
  var isIncomplete: Bool {
    shaders.values.contains { !$0.missing.isEmpty || $0.lacksPrecision || $0.isForeign }
  }

  /// The fewest different shaders that miss the same.
  private static var fewest: Int { 3 }

  private static var threeMarks: Set<String> { ["modelViewMatrix", "projectionMatrix"] }

  /// What three.js declares before fragment shaders, after the precisions.
  private static var threeFragmentMarks: Set<String> { ["cameraPosition", "viewMatrix"] }

  /// What three.js declares before the shaders of a ShaderMaterial, and what GLSL ES 3.00 has, as
  /// which it compiles them.
  private static var threeNames: Set<String> {
    threeMarks.union(Diagnostic.laterVariables).union([
      "cameraPosition", "color", "instanceMatrix", "isOrthographic", "modelMatrix", "normal",
      "normalMatrix", "position", "tangent", "uv", "uv1", "uv2", "uv3", "viewMatrix",
      // Functions, of which the former decode textures until r136.
      "emissiveMapTexelToLinear", "envMapTexelToLinear", "lightMapTexelToLinear",
      "mapTexelToLinear", "matcapTexelToLinear", "linearToOutputTexel", "toneMapping",
    ])
  }

  /// What the names begin with that cocos2d, three-custom-shader-material and players of Shadertoy
  /// give to shaders.
  private static var prefixes: [String] {
    ["CC_", "csm_", "iChannel", "iDate", "iFrame", "iGlobalTime", "iMouse", "iResolution", "iTime"]
  }

  /// Notes a shader that was found in a folder.
  mutating func add(_ key: Key, _ facts: ShaderFacts) {
    let names = facts.declarations.variables.map(\.name) + facts.declarations.functions.map(\.name)
    // A folder with files that are found is one of the project.
    let folders = facts.assembly.files.dropFirst().flatMap { file in
      file.path.split(separator: "/").dropLast().map { "\($0)/" }
    }
    let body = facts.assembly.body
    var text = Hasher()
    body.withUnsafeBytes { text.combine(bytes: $0) }
    let source = facts.preprocessed
    // Without `#if`, nothing is taken away.
    let removed =
      HostCode.find("#if", in: body[...])
      ? HostCode.globalNames(source.tokens, in: source.bytes, within: source.removed) : []
    shaders[key] = Shader(
      text: text.finalize(), isBundled: facts.assembly.isBundled,
      isString: HostCode.isHost(facts.assembly.files[0].path),
      isForES: source.isForES, declared: Set(names + folders),
      removed: removed.subtracting(names), documented: HostCode.documentedNames(in: body))
  }

  /// Notes what was found in a shader.
  mutating func note(_ findings: [Diagnostic], in key: Key) {
    shaders[key]?.lacksPrecision = findings.contains { $0.rule == .missingPrecision }
    let errors = findings.filter { $0.rule == .errorDirective && $0.message.contains("define") }
    let words = errors.flatMap { $0.message.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
    let isString = shaders[key]?.isString ?? false
    let own = findings.filter { $0.isOnlyOfPrograms || !isString && $0.lacksMacro }
    let missing = Set(
      findings.compactMap(\.missingName).map { LaterName.isKnown($0) ? "#define \($0)" : $0 }
        + findings.compactMap(\.missingExtension))
    let known = (shaders[key]?.removed ?? []).union(shaders[key]?.documented ?? [])
    shaders[key]?.missing = missing
    shaders[key]?.asked = known.intersection(missing).union(
      words.map(String.init) + own.compactMap(\.missingName))
    shaders[key]?.hasLaterWords = findings.contains(where: \.isOfLaterVersion)
    shaders[key]?.isForeign = findings.contains(where: \.isForeign)
    shaders[key]?.chunks = Set(
      findings.filter { $0.rule == .includeNotFound }.compactMap(\.missingName))
  }

  /// Notes a shader that is not checked.
  mutating func skip(_ key: Key, _ facts: ShaderFacts) {
    guard [.desktop, .fixedFunction].contains(facts.preprocessed.otherLanguage) else { return }
    skipped.insert(key)
  }

  /// Forgets a shader.
  mutating func remove(_ key: Key) {
    shaders[key] = nil
    skipped.remove(key)
  }

  /// What programs add to shaders.
  struct Given: Equatable {
    /// The names, those that most shaders lack first.
    var names: [String] = []
    /// The shaders that lack such a name.
    var nameless: Set<Key> = []
    /// The other shaders that lack a precision.
    var coarse: Set<Key> = []
    /// Those with `#include` lines that no file has, which may assign variables.
    var partial: Set<Key> = []
    /// The shaders for OpenGL on desktops.
    var desktop: Set<Key> = []
    /// Whether most programs run in browsers, and whether all of their contexts are of WebGL 2.
    var (isForWeb, isForWebGL2) = (false, false)
    /// Whether Processing compiles the shaders as GLSL 1.50 for desktops.
    var isProcessing = false
    /// The shaders that three.js or Processing compiles as a later version, and those of them with
    /// words of it.
    var later: Set<Key> = []
    var laterWords: Set<Key> = []

    /// Whether a finding in a shader is about what its program gives.
    func explains(_ finding: Diagnostic, in key: Key) -> Bool {
      if desktop.contains(key), finding.isFineOnDesktops { return true }
      if isForWeb, finding.isFineInWebGL { return true }
      if isForWebGL2, finding.isAboutLimits { return true }
      if later.contains(key), finding.isFineInLaterVersion { return true }
      // What a parser of GLSL ES 1.00 makes of them is of no use.
      if laterWords.contains(key), finding.rule.number < 1100 { return true }
      let isNameless = nameless.contains(key)
      guard isNameless || coarse.contains(key) else { return false }
      return finding.rule == .missingPrecision || finding.missingExtension != nil
        || isNameless && (finding.missingName != nil || finding.rule == .errorDirective)
        || isNameless && finding.passesFunction
        || finding.rule == .uninitialized && partial.contains(key)
    }
  }

  /// Returns what programs add to the shaders.
  ///
  /// - Parameters:
  ///   - names: Names in the programs' strings, ``HostCode/givenNames``.
  ///   - programs: The paths of the programs. If there are none, what several shaders lack may be
  ///     forgotten.
  func given(_ names: Set<String>, by programs: some Collection<String>) -> Given {
    var users: [String: Set<Key>] = [:]
    var declarers: [String: Int] = [:]
    for (key, shader) in shaders {
      for name in shader.missing { users[name, default: []].insert(key) }
    }
    for shader in shaders.values {
      for name in shader.declared where users[name] != nil { declarers[name, default: 0] += 1 }
    }
    // A shader with several lines such as `#include <common>`, or one in a project that depends on
    // Babylon.js, is for an engine that replaces them.
    let fewestChunks = names.contains(BuildFiles.babylon) ? 1 : Self.fewest
    let chunks = shaders.values.map(\.chunks).filter { $0.count >= fewestChunks }
    var names = chunks.reduce(names) { $0.union($1) }
    for shader in shaders.values { names.formUnion(shader.asked) }
    // Few other engines use both names, or chunks with such names.
    let namesThree = names.contains(ThreeRevision.any)
    let isThree = shaders.values.contains { shader in
      Self.threeMarks.isSubset(of: shader.missing)
        || namesThree && !Self.threeNames.isDisjoint(with: shader.missing)
        || shader.lacksPrecision && !Self.threeFragmentMarks.isDisjoint(with: shader.missing)
        || shader.chunks.contains { $0.hasSuffix("_vertex") || $0.hasSuffix("_fragment") }
        // What glslify completes is not known to lack names.
        || namesThree && shader.isBundled
    }
    if isThree {
      names = shaders.values.reduce(names.union(Self.threeNames)) { $0.union($1.chunks) }
    }
    let given = users.filter {
      // A function of later versions or an extension is rather forgotten than given.
      names.contains($0.key) || Self.prefixes.contains(where: $0.key.hasPrefix)
        || !programs.isEmpty && distinct($0.value) >= Self.fewest
          && $0.value.count > declarers[$0.key] ?? 0
          && !$0.key.hasPrefix("#") && !$0.key.hasPrefix("GL_")
    }
    let nameless = given.values.reduce(into: Set<Key>()) { $0.formUnion($1) }
    var coarse = Set(shaders.filter(\.value.lacksPrecision).keys)
    let others = shaders.filter { !$0.value.isForES }
    // Two are enough where no shader is for OpenGL ES.
    let fewest =
      isThree || names.contains(HostCode.precisionName)
      ? 1 : others.count == shaders.count ? 2 : Self.fewest
    let isGiven = !programs.isEmpty || names.contains(HostCode.precisionName)
    if !isGiven || distinct(coarse) < fewest {
      coarse = coarse.filter { !(shaders[$0]?.documented.isEmpty ?? true) }
    }
    let isDesktop =
      names.contains(WebContexts.none)
      && names.isDisjoint(with: [WebContexts.first, WebContexts.second])
    let webCount = isDesktop ? 0 : programs.count(where: HostCode.isWeb)
    let isForWeb = 2 * webCount > programs.count
    let isForDesktops =
      skipped.count > shaders.count
      || shaders.count - others.count < coarse.count && 2 * webCount < programs.count
    let isBuiltForDesktops =
      names.contains(BuildFiles.desktop) && !names.contains(BuildFiles.mobile)
    let isLater =
      isThree && names.contains(ThreeRevision.later) && !names.contains(ThreeRevision.earlier)
    let isProcessing =
      names.contains(ProcessingSketch.desktop) && !names.contains(ProcessingSketch.android)
      && 2 * webCount < programs.count
    let later =
      isLater && names.contains(ThreeRevision.raw)
      ? nameless.union(coarse) : isLater || isProcessing ? Set(shaders.keys) : []
    return Given(
      names: given.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key),
      nameless: nameless, coarse: coarse.subtracting(nameless),
      partial: nameless.filter { !(shaders[$0]?.chunks.isEmpty ?? true) },
      desktop: isProcessing
        ? later : Set((isBuiltForDesktops ? shaders : isForDesktops ? others : [:]).keys),
      isForWeb: isForWeb,
      isForWebGL2: isForWeb && names.contains(WebContexts.second)
        && !names.contains(WebContexts.first),
      isProcessing: isProcessing, later: later,
      laterWords: later.filter { shaders[$0]?.hasLaterWords ?? false })
  }

  /// The number of different texts of shaders.
  private func distinct(_ keys: Set<Key>) -> Int { Set(keys.map { shaders[$0]?.text }).count }

  /// The shaders to which glslify adds text.
  var bundled: Set<Key> { Set(shaders.filter(\.value.isBundled).keys) }
}

extension CompletedShaders<Int> {
  /// Removes the findings about what programs give.
  ///
  /// - Parameters:
  ///   - all: The shaders and programs.
  ///   - programs: The programs with their shaders.
  ///   - inputs: The files of programs, which give names.
  /// - Returns: Notes that say which shaders these are, and how to check them.
  mutating func removeGiven(
    from all: inout [LintReport.Unit], of programs: [(unit: Int, stages: [Int])],
    by inputs: LintInputs
  ) -> [Diagnostic] {
    for unit in all.indices { note(all[unit].diagnostics, in: unit) }
    let given = given(isIncomplete ? inputs.givenNames : [], by: inputs.programFiles)
    let desktop = given.desktop.filter { all[$0].diagnostics.contains(where: \.isFineOnDesktops) }
    let later = given.later.filter { unit in
      given.isProcessing && desktop.contains(unit)
        || all[unit].diagnostics.contains(where: \.isOfOrFineInLater)
    }
    func units(_ isThere: Bool, _ about: (Diagnostic) -> Bool) -> Set<Int> {
      Set(all.indices.filter { isThere && all[$0].diagnostics.contains(where: about) })
    }
    let web = units(given.isForWeb, \.isFineInWebGL)
    let limited = units(given.isForWebGL2, \.isAboutLimits)
    for units in [given.nameless, given.coarse, desktop, later, web, limited] {
      for unit in units { all[unit].diagnostics.removeAll { given.explains($0, in: unit) } }
    }
    // What completes one shader of a program completes the other.
    let completed = given.nameless.union(given.coarse)
    for program in programs where !completed.isDisjoint(with: program.stages) {
      all[program.unit].diagnostics.removeAll { $0.lack == .intPrecision }
    }
    if !shaders.isEmpty, given.desktop.count == shaders.count {
      // That of the programs.
      for unit in all.indices {
        all[unit].diagnostics.removeAll { $0.rule == .uniformPrecisionMismatch }
      }
    }
    let isES3 = !given.isProcessing
    let notes: [(units: Set<Int>, what: String, hint: String)] = [
      (
        given.nameless,
        "the program gives names such as \(given.names.listed()), which they lack",
        "'preset' or 'prelude' in [[files]] declares them, so that all is checked"
      ),
      (
        given.coarse, "the program gives the precision of floats, or runs on desktops",
        "begin them with 'precision mediump float;', or name a file with it as 'prelude' in "
          + "[[files]]"
      ),
      (
        isES3 ? desktop : [],
        "what GLSL for desktops allows is not reported, such as an int for a float",
        "name the files to check them for OpenGL ES"
      ),
      (
        web,
        "what browsers allow is not reported: byte-order marks, and globals with values that are "
          + "no constants",
        "for other programs, save files without the mark, and set the globals in main()"
      ),
      (
        limited,
        "more than OpenGL ES 2.0 guarantees is not reported, as all contexts are of WebGL 2",
        "for WebGL 1, ask for \"webgl\", too"
      ),
      (
        isES3 ? [] : later,
        "what GLSL 1.50 allows is not reported, as which Processing compiles them",
        "they are checked as GLSL ES 1.00 if the sketch imports processing.android"
      ),
      (
        isES3 ? later : [],
        "what GLSL ES 3.00 allows is not reported, as which three.js compiles them",
        "for WebGL 1, name a three.js before r118 in package.json"
      ),
    ]
    return notes.filter { !$0.units.isEmpty }.map {
      Self.note($0.units, $0.what, all, hint: $0.hint)
    }
  }

  /// Marks the errors about names that no shader and no part declares, and for which nothing is
  /// known to write: ``LintReport/joiningMissingNames`` joins them.
  ///
  /// - Parameter parts: What the parts without `main` declare.
  func markMissing(in all: inout [LintReport.Unit], parts: Set<String>) {
    let declared = shaders.values.reduce(into: parts) { names, shader in
      names.formUnion(shader.declared)
      names.formUnion(shader.removed)
    }
    for unit in shaders.keys {
      for index in all[unit].diagnostics.indices {
        let finding = all[unit].diagnostics[index]
        guard finding.severity == .error, case .name(let name) = finding.lack,
          finding.missingName != nil, !declared.contains(name), finding.hint == nil,
          finding.fix == nil, finding.possibleFix == nil
        else { continue }
        all[unit].diagnostics[index].lack = .declaration(name)
      }
    }
  }

  /// A note about shaders in which names and precisions are not checked, as glslify adds text.
  func bundleNotes(_ all: [LintReport.Unit]) -> [Diagnostic] {
    let bundled = bundled
    return bundled.isEmpty
      ? []
      : [
        Self.note(
          bundled, "glslify adds text, so missing names and precisions are not reported", all,
          hint: "check the bundled shaders")
      ]
  }

  private static func note(
    _ units: Set<Int>, _ what: String, _ all: [LintReport.Unit], hint: String
  ) -> Diagnostic {
    let names = units.map { all[$0].name }.sorted()
    return Diagnostic(
      .completedShaders, "in \(counted(names.count, "shader")), \(what): \(names.listed())",
      at: nil,
      hint: hint)
  }
}
