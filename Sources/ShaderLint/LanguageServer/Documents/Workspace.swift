import CompilerLogs
import GLES
import GLESKitSupport
import GLSL

/// The folders and documents that an editor has open, and what is known of their shaders.
///
/// Nothing is read before a feature needs it, and what was read is kept until a file changes.
final class Workspace {
  let options: LintOptions
  /// The folders that the editor has open.
  private(set) var roots: [String] = []
  /// The open documents, by path.
  private(set) var documents: [String: Document] = [:]
  /// Errors in configuration files, by path.
  private(set) var configurationErrors: [String: ConfigurationError] = [:]

  private var finder = ConfigurationFinder()
  private var assemblers: [AssemblyOptions: Assembler] = [:]
  private var units: [Unit.Key: Unit] = [:]
  private var graph: IncludeGraph?

  /// The limits for a document that is checked, and for the number of units to keep.
  private static let sizeLimit = 4 << 20
  private static let unitLimit = 256
  /// The number of permutations of a shader to check while typing.
  private static let variantLimit = 8
  /// The number of shaders to check for a file that they include.
  private static let includerLimit = 4

  init(_ options: LintOptions = LintOptions()) { self.options = options }

  // MARK: Changes

  func setRoots(_ roots: [String]) {
    self.roots = roots
    graph = nil
  }

  func open(_ document: Document) {
    documents[document.path] = document
    forget(document.path)
  }

  func close(_ path: String) {
    documents[path] = nil
    forget(path)
  }

  func change(_ path: String, _ body: (inout Document) throws(RequestError) -> Void)
    throws(RequestError)
  {
    guard var document = documents[path] else {
      throw RequestError(.invalidParameters, "the document is not open: \(path)")
    }
    try body(&document)
    documents[path] = document
    forget(path)
  }

  /// Forgets what was read from a file that has changed, appeared or gone.
  func forget(_ path: String) {
    if ConfigurationFinder.names.contains(Paths.name(of: path)) {
      forgetConfigurations()
      return
    }
    for assembler in assemblers.values { assembler.forget(path) }
    units = units.filter { _, unit in
      unit.file(path) == nil && !unit.assembly.diagnostics.contains { $0.rule == .includeNotFound }
    }
    if graph != nil { noteIncludes(path) }
  }

  private func forgetConfigurations() {
    finder = ConfigurationFinder()
    configurationErrors = [:]
    units = [:]
    assemblers = [:]
  }

  // MARK: Files

  /// Returns the text of a file; an open document comes first.
  func text(_ path: String) -> SourceText? {
    if let document = documents[path] { return document.text }
    guard let bytes = try? Files.read(path, limit: Self.sizeLimit) else { return nil }
    return SourceText(path: path, bytes: bytes)
  }

  /// The files that open documents depend on.
  var readFiles: [String] {
    let included = units.values.flatMap { unit in
      unit.assembly.files.map(\.path) + [unit.configuration.path].compactMap { $0 }
    }
    return Set(included + configurationErrors.keys).subtracting(documents.keys).sorted()
  }

  private func exists(_ path: String) -> Bool {
    documents[path] != nil || Files.kind(of: path) == .regular
  }

  /// Returns the configuration of a file; an empty one if it is invalid.
  func configuration(for path: String) -> Configuration {
    do throws(ConfigurationError) {
      if let fixed = options.configuration { return try Configuration(file: fixed) }
      guard path.hasPrefix("/") else { return Configuration() }
      return try finder.configuration(forFolder: Paths.folder(of: path))
    } catch {
      configurationErrors[error.path] = error
      return Configuration()
    }
  }

  /// Returns the stage of a shader; `nil` for a file that others include.
  func stage(of path: String) -> ShaderStage? {
    for program in configuration(for: path).programs {
      if program.vertex == path { return .vertex }
      if program.fragment == path { return .fragment }
    }
    if let stage = ShaderStage(path: path) ?? options.stage { return stage }
    return text(path).flatMap { ShaderFiles.stage(inPragmasOf: Scan($0.bytes)) }
  }

  /// Returns the shaders that a shader is linked with.
  func partners(of path: String) -> [String] {
    guard let stage = stage(of: path) else { return [] }
    let programs = configuration(for: path).programs
    let listed = programs.compactMap { program -> String? in
      program.vertex == path ? program.fragment : program.fragment == path ? program.vertex : nil
    }
    // A fragment shader of a listed program is not paired by name.
    if !listed.isEmpty && stage == .fragment { return listed }
    let stem = InputCollector.stem(path)
    let endings = stage == .vertex ? Self.fragmentEndings : Self.vertexEndings
    let named = endings.map { "\(stem).\($0)" }.first { candidate in
      exists(candidate) && !programs.contains { $0.fragment == candidate }
    }
    return listed + (named.map { listed.contains($0) ? [] : [$0] } ?? [])
  }

  private static let vertexEndings = endings(["vert", "vs", "vsh", "glslv"])
  private static let fragmentEndings = endings(["frag", "fs", "fsh", "glslf"])

  private static func endings(_ names: [String]) -> [String] { names + names.map { "\($0).glsl" } }

  // MARK: Units

  /// Returns the units to show for a file: those of a shader, or of the shaders that include it.
  func units(showing path: String) -> [Unit] {
    if stage(of: path) != nil { return variants(of: path) }
    let includers = shaders(including: path, limit: Self.includerLimit)
    let units = includers.compactMap { variants(of: $0).first { $0.file(path) != nil } }
    return units.isEmpty ? variants(of: path) : units
  }

  /// Returns the units whose text contains a file.
  func units(containing path: String) -> [Unit] {
    let own = stage(of: path) == nil ? [] : variants(of: path)
    let others = shaders(including: path, limit: .max).flatMap(variants)
      .filter { $0.file(path) != nil }
    return own.isEmpty && others.isEmpty ? variants(of: path) : own + others
  }

  /// Returns the units of the shaders that a unit is linked with, those with the same permutation.
  func partners(of unit: Unit) -> [Unit] {
    partners(of: unit.key.path).compactMap { path in
      let units = variants(of: path)
      return units.first { $0.key.variant == unit.key.variant } ?? units.first
    }
  }

  /// Returns the units of a shader, one for each permutation.
  func variants(of path: String) -> [Unit] {
    let configuration = configuration(for: path)
    let combinations = JobPlanner.combinations(configuration.permutations + options.permutations)
    return combinations.prefix(Self.variantLimit).enumerated().compactMap { index, combination in
      let key = Unit.Key(path: path, variant: index)
      if let known = units[key] { return known }
      guard let unit = makeUnit(key, configuration, combination.definitions) else { return nil }
      if units.count >= Self.unitLimit {
        units = units.filter { documents[$0.key.path] != nil }
      }
      units[key] = unit
      return unit
    }
  }

  /// Returns the units of shaders as they would be with other texts of files.
  func variants(of path: String, replacing texts: [String: [UInt8]]) -> [Unit] {
    let copy = Workspace(options)
    copy.roots = roots
    copy.documents = documents
    for (path, bytes) in texts {
      let item: JSON = [
        "uri": .string(FileURI.uri(path)), "text": .string(String(decoding: bytes, as: UTF8.self)),
      ]
      copy.documents[path] = try? Document(item)
    }
    return copy.variants(of: path)
  }

  private func makeUnit(
    _ key: Unit.Key, _ configuration: Configuration, _ definitions: [AssemblyOptions.Definition]
  ) -> Unit? {
    guard let text = text(key.path), text.bytes.count <= Self.sizeLimit else { return nil }
    var assembly = configuration.assembly
    assembly.includeFolders = options.assembly.includeFolders + assembly.includeFolders
    assembly.prelude = options.assembly.prelude ?? assembly.prelude
    assembly.definitions = JobPlanner.merged(
      configuration.assembly.definitions, options.assembly.definitions, definitions)
    let assembled = assembler(assembly).assemble(path: key.path, bytes: text.bytes)
    let stage = stage(of: key.path)
    let checked = CheckedShader(
      assembled, stage: stage ?? Self.guess(assembled.scan),
      profile: options.webgl || configuration.webgl ? .webgl1 : .es2)
    return Unit(
      key, assembled, checked, configuration, isGuess: stage == nil,
      standsAlone: partners(of: key.path).isEmpty)
  }

  /// Returns the stage that a text without one is probably written for.
  private static func guess(_ scan: Scan) -> ShaderStage {
    let words = [Word("gl_Position").tag, Word("attribute").tag]
    let isVertex = scan.tokens.contains { $0.kind == .identifier && words.contains($0.tag) }
    return isVertex ? .vertex : .fragment
  }

  private func assembler(_ options: AssemblyOptions) -> Assembler {
    if let known = assemblers[options] { return known }
    let made = Assembler(options: options) { [weak self] path throws(FileError) in
      if let document = self?.documents[path] { return document.text.bytes }
      return try Files.read(path, limit: Self.sizeLimit)
    }
    assemblers[options] = made
    return made
  }

  // MARK: Includes

  /// Returns the shaders that include a file, open documents first.
  private func shaders(including path: String, limit: Int) -> [String] {
    let graph = self.graph ?? makeGraph()
    let includers = graph.includers(of: path) { file in
      configuration(for: file).assembly.includeFolders + options.assembly.includeFolders
    }
    let shaders = includers.filter { stage(of: $0) != nil }
    let isOpen = shaders.filter { documents[$0] != nil }
    return Array((isOpen + shaders.filter { documents[$0] == nil }).prefix(limit))
  }

  private func makeGraph() -> IncludeGraph {
    graph = IncludeGraph()
    let files = roots.flatMap { InputCollector.Walk($0).paths }.filter(ShaderFiles.isShader)
    for path in Set(files).union(documents.keys) { noteIncludes(path) }
    return graph ?? IncludeGraph()
  }

  private func noteIncludes(_ path: String) {
    guard documents[path] != nil || ShaderFiles.isShader(Paths.name(of: path)) else { return }
    let text = text(path)
    graph?.note(path, text.map { Scan($0.bytes) }, text?.bytes ?? [])
  }
}
