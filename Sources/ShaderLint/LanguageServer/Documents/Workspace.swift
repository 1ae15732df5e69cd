import CompilerLogs
import GLESKitSupport
import GLSL
import Glibc

/// The folders and documents that an editor has open, and what is known of their shaders.
///
/// Nothing but the `#include` lines is read before a feature needs it, and what was read is kept
/// until a file changes.
final class Workspace {
  let options: LintOptions
  /// The path, without links, of the configuration for all shaders.
  let configurationFile: String?
  /// The folders that the editor has open.
  private(set) var roots: [String] = []
  /// The open documents, by path.
  private(set) var documents: [String: Document] = [:]
  /// Errors in configuration files, by path.
  private(set) var configurationErrors: [String: ConfigurationError] = [:]

  /// The files that may be read: those of the projects that the user opens.
  private(set) var scope: ProjectFiles
  private var finder: ConfigurationFinder
  private var assemblers: [AssemblyOptions: Assembler] = [:]
  /// The shaders in each file.
  private var files: [String: ShadersInFile] = [:]
  private var units: [CheckedUnit.Key: CheckedUnit] = [:]
  var graph = IncludeGraph()
  var survey = WorkspaceSurvey()
  /// The files of folders whose shaders have partners.
  private var folders: [String: ShaderFolder] = [:]

  /// The limits for a document that is checked, and for the number of units to keep.
  static let sizeLimit = 4 << 20
  private static let unitLimit = 256
  /// The number of permutations of a shader to check while typing.
  private static let variantLimit = 8
  /// The number of shaders to check for a file that they include.
  private static let includerLimit = 4

  init(_ options: LintOptions = LintOptions()) {
    self.options = options
    configurationFile = options.configuration.map(Paths.real)
    scope = Self.scope(options)
    finder = ConfigurationFinder(scope)
  }

  // MARK: Changes

  func setRoots(_ roots: [String]) {
    self.roots = roots
    scope = Self.scope(options)
    for path in roots + documents.keys { addToScope(path) }
    forgetConfigurations()
    beginIndex()
  }

  private static func scope(_ options: LintOptions) -> ProjectFiles {
    ProjectFiles(options, options.configuration.flatMap { try? Configuration(file: $0) })
  }

  private func addToScope(_ path: String) {
    // A document without a file has a name only.
    guard path.hasPrefix("/") else { return }
    let known = scope
    scope.addProjects(of: [path])
    if scope != known { forgetConfigurations() }
  }

  func open(_ document: Document) {
    documents[document.path] = document
    addToScope(document.path)
    forget(document.path)
  }

  func close(_ path: String) {
    documents[path] = nil
    forget(path)
  }

  /// Takes a document whose text has changed.
  func update(_ document: Document) {
    documents[document.path] = document
    forgetText(document.path)
  }

  /// Forgets what was read from a file that has changed, appeared or gone.
  func forget(_ path: String) {
    folders[Paths.folder(of: path)] = nil
    forgetText(path)
    // What includes it has other names now.
    graph.visitIncluders(of: path, options: assemblyOptions) { file in
      survey.note(file)
      return true
    }
  }

  private func forgetText(_ path: String) {
    if let file = configurationFile, Paths.real(path) == file { return setRoots(roots) }
    if ConfigurationFinder.names.contains(Paths.name(of: path)) {
      forgetConfigurations()
      // It may say that other files are shaders.
      beginIndex()
      return
    }
    files[path] = nil
    for assembler in assemblers.values { assembler.forget(path) }
    units = units.filter { _, unit in
      unit.file(path) == nil && !unit.assembly.diagnostics.contains { $0.rule == .includeNotFound }
    }
    noteIncludes(path)
  }

  /// Forgets what was read from a file or from the files of a folder, of which an editor reports
  /// only that the folder was renamed or removed.
  func forgetTree(_ path: String) {
    let kind = Files.kind(of: path)
    let isFile = kind == .regular || kind == nil && graph.contains(path)
    forget(path)
    if isFile { return }
    for file in readFiles + documents.keys where file.hasPrefix("\(path)/") { forget(file) }
    folders = [:]
    graph.refresh(path)
    // The new folder may have a configuration.
    if kind == .folder { forgetConfigurations() }
  }

  /// Forgets the text of a document and of all files: not every editor reports that files appear
  /// or go.
  func forgetFiles(for path: String) {
    assemblers = [:]
    folders = [:]
    forget(path)
  }

  private func forgetConfigurations() {
    finder = ConfigurationFinder(scope, after: finder)
    configurationErrors = [:]
    files = [:]
    units = [:]
    assemblers = [:]
  }

  // MARK: Files

  /// Returns the text of a file; an open document comes first.
  func text(_ path: String) -> SourceText? {
    if let document = documents[path] { return document.text }
    guard let bytes = try? scope.read(path, limit: Self.sizeLimit) else { return nil }
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

  /// Returns the configuration of a file; while it is invalid, the last valid one, or an empty one.
  func configuration(for path: String) -> Configuration {
    do throws(ConfigurationError) {
      if let fixed = options.configuration {
        return try finder.configuration(file: fixed).applied(toFile: path)
      }
      guard path.hasPrefix("/") else { return Configuration() }
      return try finder.configuration(forFolder: Paths.folder(of: path)).applied(toFile: path)
    } catch {
      configurationErrors[error.path] = error
      return finder.earlier[error.path]?.applied(toFile: path) ?? Configuration()
    }
  }

  /// Returns how a file is assembled, but for the macros of a permutation.
  func assemblyOptions(for path: String) -> AssemblyOptions {
    configuration(for: path).assembly.preceded(by: options.assembly)
  }

  /// Returns the shaders in a file; none for a file that others include.
  func shaders(in path: String) -> ShadersInFile {
    if let known = files[path] { return known }
    let found = findShaders(in: path)
    if files.count >= Self.unitLimit { files = files.filter { documents[$0.key] != nil } }
    files[path] = found
    return found
  }

  private func findShaders(in path: String) -> ShadersInFile {
    func whole(_ stage: ShaderStage) -> ShadersInFile {
      ShadersInFile([ShaderInput(path: path, stage: stage)])
    }
    let configuration = configuration(for: path)
    for program in configuration.programs {
      if program.vertex == path { return whole(.vertex) }
      if program.fragment == path { return whole(.fragment) }
    }
    let kind = configuration.kind(ofNamed: path, options.stage, text(path)?.bytes)
    if let kind, kind.assembly.ignoresVersion, let text = text(path),
      let later = ShadersInFile.later(text.bytes, kind)
    {
      return later
    }
    switch kind?.content {
    case .vertex: return whole(.vertex)
    case .fragment: return whole(.fragment)
    case .snippet: return ShadersInFile()
    case .both, .sections, .host:
      guard let kind, let text = text(path) else { return ShadersInFile() }
      return ShadersInFile(path, text.bytes, kind)
    case nil:
      let name = ShaderName(path)
      let stage =
        name.certainStage
        ?? ShaderNames.stage(of: name, option: options.stage, text(path).map { Scan($0.bytes) })
      return stage.map(whole) ?? ShadersInFile()
    }
  }

  /// Returns the paths of the shaders that a shader in a file of its own is linked with.
  private func partners(of path: String, _ stage: ShaderStage) -> [String] {
    let configuration = configuration(for: path)
    let programs = configuration.programs
    let listed = programs.compactMap { program -> String? in
      program.vertex == path ? program.fragment : program.fragment == path ? program.vertex : nil
    }
    // A fragment shader of a listed program is not paired by name.
    if !listed.isEmpty && stage == .fragment { return listed }
    let other: ShaderStage = stage == .vertex ? .fragment : .vertex
    let candidates =
      configuration.partners(ofFile: path, stage)
      + names(in: Paths.folder(of: path)).files(ShaderName(path).stem(as: stage), other)
    let named = candidates.first { candidate in
      exists(candidate) && !programs.contains { $0.fragment == candidate }
        && shaders(in: candidate).shaders.first?.stage == other
    }
    return listed + (named.map { listed.contains($0) ? [] : [$0] } ?? [])
  }

  /// Returns the names of the files in a folder, with those of documents that are not saved.
  private func names(in folder: String) -> ShaderFolder {
    if let known = folders[folder] { return known }
    let saved = (try? Files.list(folder).map { Paths.join(folder, $0) }) ?? []
    let open = documents.keys.filter { Paths.folder(of: $0) == folder }
    let found = ShaderFolder(Set(saved + open).sorted())
    folders[folder] = found
    return found
  }

  /// Returns the shaders that a shader is linked with.
  func partners(of input: ShaderInput) -> [ShaderInput] {
    guard let stage = input.stage else { return [] }
    let found = shaders(in: input.path)
    // A program may hold any number of shaders, and only its code knows the pairs of more than two.
    let isPair = found.shaders.count == 2 && found.skipped.isEmpty
    if found.isProgram && !isPair { return [] }
    if !input.part.isEmpty { return found.shaders.filter { $0.stage != stage } }
    return partners(of: input.path, stage).flatMap { shaders(in: $0).shaders }
  }

  // MARK: Units

  /// Returns the units to show for a file: those of its shaders, or of the shaders that include it.
  func units(showing path: String) -> [CheckedUnit] {
    if !shaders(in: path).shaders.isEmpty { return variants(of: path) }
    let includers = shaders(including: path, limit: Self.includerLimit)
    let units = includers.compactMap { variants(of: $0).first { $0.file(path) != nil } }
    return units.isEmpty ? variants(of: path) : units
  }

  /// Returns a unit for each shader in a file, or one in which the file is included.
  func parts(of path: String) -> [CheckedUnit] {
    let units = units(showing: path)
    if shaders(in: path).shaders.isEmpty { return Array(units.prefix(1)) }
    return units.filter { $0.key.variant == 0 }
  }

  /// Returns the units whose text contains a file, for shaders in files that are needed.
  func units(containing path: String, where isNeeded: (String) -> Bool) -> [CheckedUnit] {
    let own = shaders(in: path).shaders.isEmpty ? [] : variants(of: path)
    let others = shaders(including: path, limit: .max).filter(isNeeded).flatMap(variants)
      .filter { $0.file(path) != nil }
    return own.isEmpty && others.isEmpty ? variants(of: path) : own + others
  }

  /// Returns the units with which a unit is linked: those whose permuted macros agree with its own.
  func partners(of unit: CheckedUnit) -> [CheckedUnit] {
    partners(of: unit.input).compactMap { input in
      let units = variants(of: input)
      return units.first { $0.combination.agrees(with: unit.combination) } ?? units.first
    }
  }

  /// Returns the units of the shaders that a unit may be linked with: in a program, all others of
  /// the file, also those of the same stage, since the program gives them the same values.
  func related(to unit: CheckedUnit) -> [CheckedUnit] {
    guard shaders(in: unit.key.path).isProgram else { return partners(of: unit) }
    var parts: Set = [unit.key.part]
    return variants(of: unit.key.path).filter {
      $0.combination.agrees(with: unit.combination) && parts.insert($0.key.part).inserted
    }
  }

  /// Returns the units of the shaders in a file, as for each of them. A file without a shader is
  /// taken for one of a stage that is not known, unless it is a program.
  func variants(of path: String) -> [CheckedUnit] {
    let found = shaders(in: path)
    if found.shaders.isEmpty && !found.isProgram { return variants(of: ShaderInput(path: path)) }
    return found.shaders.flatMap(variants)
  }

  /// Returns the units of a shader, one for each combination of the permuted macros that it names.
  func variants(of input: ShaderInput) -> [CheckedUnit] {
    let configuration = configuration(for: input.path)
    let all = configuration.permutations(options.permutations)
    let known = units[CheckedUnit.Key(path: input.path, part: input.part, variant: 0)]
    let macros =
      known?.combination.macros ?? (all.isEmpty ? [] : assemble(input, configuration)?.named(all))
    return Combination.some(of: macros ?? []).prefix(Self.variantLimit).enumerated().compactMap {
      index, combination in
      let key = CheckedUnit.Key(path: input.path, part: input.part, variant: index)
      if let known = units[key] { return known }
      guard let assembly = assemble(input, configuration, combination) else { return nil }
      let checked = CheckedShader(
        assembly, stage: input.stage ?? Self.guess(assembly.scan),
        profile: options.webgl ? .webgl1 : configuration.profile(ofFile: input.path))
      let unit = CheckedUnit(
        key, input, combination, assembly, checked, configuration,
        standsAlone: partners(of: input).isEmpty)
      if units.count >= Self.unitLimit {
        units = units.filter { documents[$0.key.path] != nil }
      }
      units[key] = unit
      return unit
    }
  }

  /// Returns the workspace as it would be with other texts of files.
  func replacing(_ texts: [String: [UInt8]]) -> Workspace {
    let copy = Workspace(options)
    copy.roots = roots
    copy.scope = scope
    copy.finder = finder
    copy.documents = documents
    for (path, bytes) in texts {
      let item: JSON = [
        "uri": .string(FileURI.uri(path)), "text": .string(String(decoding: bytes, as: UTF8.self)),
      ]
      copy.documents[path] = try? Document(item)
    }
    return copy
  }

  private func assemble(
    _ input: ShaderInput, _ configuration: Configuration, _ combination: Combination? = nil
  ) -> Assembly? {
    guard let text = text(input.path), text.bytes.count <= Self.sizeLimit else { return nil }
    var assembly = configuration.assembly.preceded(by: options.assembly)
    assembly.definitions = AssemblyOptions.merged(
      configuration.assembly.definitions, input.definitions, options.assembly.definitions,
      combination?.definitions ?? [])
    return assembler(assembly).assemble(
      path: input.path, bytes: input.bytes ?? text.bytes, stage: input.stage,
      original: input.original, firstLine: input.firstLine)
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
      guard let self else { throw FileError(.read, path, code: ENOENT) }
      if let document = documents[path] { return document.text.bytes }
      return try scope.read(path, limit: Self.sizeLimit)
    }
    assemblers[options] = made
    return made
  }
}
