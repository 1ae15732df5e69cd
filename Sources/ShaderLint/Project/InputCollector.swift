import CompilerLogs
import GLESKitSupport
import GLSL

/// Converts the files, folders, patterns and program lists of a user into ``LintInputs``.
package struct InputCollector {
  let options: LintOptions
  var inputs = LintInputs()
  /// The first shader of each file, by its path without `./` and such.
  private var positions: [String: Int] = [:]
  private let finder: ConfigurationFinder
  /// The stems of files whose kind the configuration gives, by index.
  private var stems: [Int: String] = [:]
  /// What is skipped, so that a file that is named twice counts once.
  private var skips: Set<LintInputs.Skip> = []
  private var pairs: Set<LintInputs.Pair> = []
  /// The patterns of configurations that were tried.
  var searched: [String] = []
  /// The patterns for which no file was found in a folder that holds all files of a configuration.
  var unmatched: [String: [String]] = [:]

  /// Makes a collector. It uses the stage, the pairing and the configuration of `options`.
  ///
  /// - Parameter named: The paths that the user names.
  private init(_ options: LintOptions, named: [String]) throws(ConfigurationError) {
    self.options = options
    if let path = options.configuration { inputs.configuration = try Configuration(file: path) }
    inputs.files = ProjectFiles(options, inputs.configuration)
    inputs.files.addProjects(
      of: named.map { $0 == "-" ? "." : Pattern.folder(of: $0) }, within: ".")
    finder = ConfigurationFinder(inputs.files)
  }

  /// Collects the inputs.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, patterns with `*`, `?`, `[…]` and `**`, and `-` for standard
  ///     input.
  ///   - programLists: Files with one program per line: vertex shader, TAB, fragment shader. Paths
  ///     are relative to the folder of the list; `-` is standard input.
  ///   - projects: Configuration files whose programs to check.
  ///   - options: Options for stages, pairing and configuration.
  /// - Throws: ``ConfigurationError``, also for an invalid program list.
  package static func collect(
    _ paths: [String], programLists: [String] = [], projects: [String] = [],
    options: LintOptions = LintOptions()
  ) throws(ConfigurationError) -> LintInputs {
    let programs = try programLists.map(ListedProgram.list).flatMap(\.self)
    let listed = programs.flatMap { [$0.program.vertex, $0.program.fragment] }
    var collector = try InputCollector(options, named: paths + listed + projects)
    try collector.addPaths(paths)
    for entry in programs {
      try collector.add(entry.program, from: entry.list, line: entry.line)
    }
    for project in projects {
      for program in try Configuration(file: project).programs {
        try collector.add(program, from: project)
      }
    }
    collector.noteEmptyRun(paths + programLists + projects)
    collector.noteUnmatched()
    return collector.inputs
  }

  // MARK: Paths

  private mutating func addPaths(_ paths: [String]) throws(ConfigurationError) {
    var plain: [Int] = []
    let skipCount = inputs.skipped.count
    for path in paths {
      if path == "-" {
        if let index = addStandardInput() { plain.append(index) }
      } else if Files.kind(of: path) == .folder {
        try addFolder(path)
      } else if Pattern.isPattern(path) {
        try addMatches(of: path)
      } else if let kind = try configuration(for: path)
        .kind(ofNamed: path, options.stage, inputs.files.text(path))
      {
        plain += add(path, kind)
      } else {
        plain.append(addByName(path))
      }
    }
    // A file that is also in a folder is checked in any case.
    for index in plain { inputs.shaders[index].isFound = false }
    switch options.pairing {
    case .inTurn: pairInTurn(plain)
    case .automatic:
      let vertices = plain.filter { stage(of: $0) == .vertex }
      let fragments = plain.filter { stage(of: $0) == .fragment }
      // Beside shaders that are not checked, those that are may belong to others.
      let isComplete = inputs.skipped.count == skipCount
      if vertices.count == 1, fragments.count == 1, plain.count == 2, isComplete {
        addProgram(vertices[0], fragments[0])
      }
    case .off: break
    }
  }

  private func stage(of index: Int) -> ShaderStage? {
    inputs.shaders[index].stage ?? ShaderStage(path: inputs.shaders[index].path)
  }

  private mutating func add(_ path: String) -> Int {
    let place = Paths.normalized(path)
    if let known = positions[place] { return known }
    let index = inputs.shaders.count
    positions[place] = index
    inputs.shaders.append(ShaderInput(path: path))
    return index
  }

  /// Adds a file whose name or text tells the stage.
  private mutating func addByName(_ path: String) -> Int {
    let index = add(path)
    if inputs.shaders[index].stage == nil { inputs.shaders[index].stage = stageInText(path) ?? nil }
    return index
  }

  private mutating func addStandardInput() -> Int? {
    guard options.stage != nil else {
      complain(
        .unreadableFile, "the stage of standard input is unknown", at: "-",
        hint: "use --stage vertex or --stage fragment")
      return nil
    }
    do {
      let bytes = try Files.readStandardInput(limit: Assembler.sizeLimit)
      positions["-"] = inputs.shaders.count
      inputs.shaders.append(ShaderInput(path: "-", stage: options.stage, bytes: bytes))
      return inputs.shaders.count - 1
    } catch {
      complain(.unreadableFile, error.cause, at: "-")
      return nil
    }
  }

  private mutating func pairInTurn(_ indices: [Int]) {
    for start in stride(from: 0, to: indices.count, by: 2) {
      guard start + 1 < indices.count else {
        let path = inputs.shaders[indices[start]].path
        return complain(
          .missingStage, "'\(path)' has no partner; --pair needs vertex and fragment shaders",
          at: path)
      }
      var pair = (indices[start], indices[start + 1])
      if stage(of: pair.0) == .fragment, stage(of: pair.1) == .vertex { pair = (pair.1, pair.0) }
      if inputs.shaders[pair.0].stage == nil { inputs.shaders[pair.0].stage = .vertex }
      if inputs.shaders[pair.1].stage == nil { inputs.shaders[pair.1].stage = .fragment }
      addProgram(pair.0, pair.1)
    }
  }

  private mutating func addProgram(_ vertex: Int, _ fragment: Int) {
    let pair = LintInputs.Pair(vertex: vertex, fragment: fragment)
    if pairs.insert(pair).inserted { inputs.programs.append(pair) }
  }

  mutating func complain(
    _ rule: Rule.ID, _ message: String, at path: String?, hint: String? = nil
  ) {
    inputs.problems.append(
      Diagnostic(rule, message, at: path.map { Location(file: $0) }, hint: hint))
  }

  // MARK: Folders and patterns

  private mutating func addFolder(_ folder: String) throws(ConfigurationError) {
    let walk = Walk(folder, inputs.files)
    inputs.folders += walk.folders
    for failure in walk.failures { complain(.unreadableFile, failure.cause, at: failure.path) }
    try addFound(walk, walk.paths, below: folder)
  }

  private mutating func addMatches(of pattern: String) throws(ConfigurationError) {
    let root = Pattern.folder(of: pattern)
    let walk = Walk(Files.kind(of: root) == .folder ? root : nil, inputs.files)
    inputs.folders += walk.folders
    let matching = walk.paths.filter { Pattern.matches(Paths.normalized(pattern), $0) }
    if matching.isEmpty {
      complain(
        .unreadableFile, "no file matches '\(pattern)'", at: pattern,
        hint: "* and ? match within a path component, ** matches any number of folders")
    }
    try addFound(walk, matching, below: root, searchesHosts: true)
  }

  /// - Parameter searchesHosts: Whether to search programs whose kind no configuration gives.
  private mutating func addFound(
    _ walk: Walk, _ paths: [String], below root: String, searchesHosts: Bool = false
  ) throws(ConfigurationError) {
    for path in walk.outside.subtracting(walk.paths).sorted() { skip(path, Self.outsideReason) }
    var found: [Int] = []
    var listed: Set<Int> = []
    var configurations: Set<String> = []
    // A walk may begin below the configuration, or be in another place.
    var patterns: [String: [String]] = [:]
    for path in paths {
      if HostCode.isHost(path) { inputs.programFiles.append(path) }
      let configuration = try self.configuration(for: path)
      if let source = configuration.path, configurations.insert(source).inserted {
        for program in configuration.programs where Self.isBelow(program.fragment, root) {
          listed.formUnion(try add(program, from: source))
        }
        if Self.isBelow(source, root), unmatched[source] == nil {
          patterns[source] = configuration.ownPatterns
        }
      }
      if let source = configuration.path, let left = patterns[source], !left.isEmpty {
        patterns[source] = left.filter {
          Configuration.FileKind.stem(of: path, $0, below: Paths.folder(of: source)) == nil
        }
      }
      for pattern in configuration.files.flatMap(\.patterns) where !searched.contains(pattern) {
        searched.append(pattern)
      }
      var kind = configuration.kind(ofFile: path)
      if kind == nil, searchesHosts, HostCode.isHost(path) { kind = .host }
      let isKnown = kind != nil || ShaderName(path).isShader
      guard !isExcluded(path, configuration, below: root) else {
        if isKnown { skip(path, "excluded by \(configuration.path ?? "the configuration")") }
        continue
      }
      guard !walk.outside.contains(path) else {
        if isKnown { skip(path, Self.outsideReason) }
        continue
      }
      lazy var text = inputs.files.text(path)
      let unread = isKnown ? nil : SkipReason.unread(path, text)
      if kind == nil, SkipReason.isPackage(path, below: root) {
        if isKnown || unread != nil { skip(path, SkipReason.package) }
        continue
      }
      // Who lists files knows which programs hold shaders.
      if kind == nil, options.searchesTexts, configuration.files.isEmpty {
        kind = .told(byTextOf: path, unread, text)
      }
      guard isKnown || kind != nil else {
        notePart(path)
        if let unread { skip(path, unread.rawValue) }
        continue
      }
      if let reason = reasonToSkip(path, kind, below: root) {
        skip(path, reason)
        continue
      }
      if let kind, kind.content != nil {
        let parts = add(path, kind, isFound: true)
        let folder = configuration.path.map(Paths.folder) ?? "."
        for index in parts { stems[index] = kind.stem(of: path, below: folder) ?? path }
        found += parts
        continue
      }
      // A .glsl file without a stage is meant to be included.
      let stage = stageInText(path)
      if case .some(nil) = stage {
        skip(path, SkipReason.noMain)
        continue
      }
      let indices = kind.map { add(path, $0) } ?? [add(path)]
      for index in indices where inputs.shaders[index].stage == nil {
        inputs.shaders[index].stage = stage ?? nil
      }
      found += indices
    }
    unmatched.merge(patterns) { $1 }
    for index in found where !listed.contains(index) { inputs.shaders[index].isFound = true }
    guard options.pairing == .automatic else { return }
    var vertices: [String: Int] = [:]
    // A program may hold any number of shaders, and only its code knows the pairs.
    found.removeAll { HostCode.isHost(inputs.shaders[$0].path) }
    for index in found where stage(of: index) == .vertex { vertices[stem(of: index)] = index }
    for index in found where stage(of: index) == .fragment && !listed.contains(index) {
      if let vertex = vertices[stem(of: index)] { addProgram(vertex, index) }
    }
  }

  private static let outsideReason = "links that lead out of the project; --follow follows them"

  private mutating func skip(_ path: String, _ reason: String) {
    let skip = LintInputs.Skip(path: path, reason: reason)
    if skips.insert(skip).inserted { inputs.skipped.append(skip) }
  }

  /// Adds the shaders of a file whose kind the configuration gives; returns their indices.
  private mutating func add(
    _ path: String, _ kind: Configuration.FileKind, isFound: Bool = false
  ) -> [Int] {
    switch kind.content {
    case nil, .vertex, .fragment:
      if kind.assembly.ignoresVersion,
        let bytes = try? inputs.files.read(path, limit: Assembler.sizeLimit),
        let later = ShadersInFile.later(bytes, kind)
      {
        for part in later.skipped { skip(path, part.reason) }
        return []
      }
      guard let content = kind.content else { return [add(path)] }
      let index = add(path)
      inputs.shaders[index].stage = content == .vertex ? .vertex : .fragment
      return [index]
    case .snippet:
      skip(path, SkipReason.snippet)
      return []
    case .both, .sections, .host:
      guard positions[Paths.normalized(path)] == nil else { return [] }
      guard let bytes = try? inputs.files.read(path, limit: Assembler.sizeLimit) else {
        return [add(path)]
      }
      var found = ShadersInFile(path, bytes, kind)
      if isFound { found.leaveOutMinified() }
      for part in found.skipped {
        skip(part.line > 0 ? "\(path) (line \(part.line))" : path, part.reason)
      }
      if isFound, found.shaders.isEmpty, found.skipped.isEmpty, HostCode.namesOutput(bytes[...]) {
        skip(path, SkipReason.noneFound)
      }
      return add(found.shaders)
    }
  }

  /// Adds the shaders of one file; returns their indices.
  private mutating func add(_ parts: [ShaderInput]) -> [Int] {
    if let first = parts.first { positions[Paths.normalized(first.path)] = inputs.shaders.count }
    inputs.shaders += parts
    return Array(inputs.shaders.indices.suffix(parts.count))
  }

  /// What a shader's name has in common with its partner's.
  private func stem(of index: Int) -> String {
    let shader = inputs.shaders[index]
    guard let stage = stage(of: index) else { return shader.path }
    return stems[index] ?? String(ShaderName(shader.path).stem(as: stage))
  }

  private func configuration(for path: String) throws(ConfigurationError) -> Configuration {
    if let fixed = inputs.configuration { return fixed }
    if options.ignoresConfiguration { return Configuration() }
    return try finder.configuration(forFolder: Paths.folder(of: path))
  }

  private static func isBelow(_ path: String, _ root: String) -> Bool {
    root == "." ? !path.hasPrefix("/") && !path.hasPrefix("..") : path.hasPrefix("\(root)/")
  }

  private func isExcluded(
    _ path: String, _ configuration: Configuration, below root: String
  ) -> Bool {
    // A file that --config names need not lie in the project.
    configuration.excludes(path, below: options.configuration == nil ? [] : [root])
  }

  /// Returns the stage of a file whose name leaves it to the text, or that it is none. `nil` for
  /// other files, for those that can't be read, and if an option tells the stage.
  private mutating func stageInText(_ path: String) -> ShaderStage?? {
    let name = ShaderName(path)
    guard name.needsText, options.stage == nil,
      let bytes = try? inputs.files.read(path, limit: Assembler.sizeLimit)
    else { return nil }
    let stage = ShaderNames.stage(of: name, Scan(bytes))
    if stage == nil { inputs.partNames.formUnion(HostCode.globalNames(in: bytes)) }
    return .some(stage)
  }

  // MARK: Programs

  /// Adds a program of a list and returns the indices of its shaders, whose stages it determines.
  @discardableResult
  private mutating func add(
    _ program: Configuration.Program, from list: String, line: Int = 0
  ) throws(ConfigurationError) -> [Int] {
    let indices = [add(program.vertex), add(program.fragment)]
    for (index, stage) in zip(indices, [ShaderStage.vertex, .fragment]) {
      if let known = self.stage(of: index), known != stage {
        throw ConfigurationError(
          path: list, line: line,
          problem: "'\(inputs.shaders[index].path)' is listed as the \(stage) shader, but by its "
            + "name or an earlier entry it is a \(known) shader")
      }
      inputs.shaders[index].stage = stage
      inputs.shaders[index].isFound = false
    }
    addProgram(indices[0], indices[1])
    return indices
  }
}
