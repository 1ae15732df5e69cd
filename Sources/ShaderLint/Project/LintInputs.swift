import GLESKitSupport

/// The shaders and programs to check.
package struct LintInputs: Hashable, Sendable {
  /// The shaders, in the order of the report.
  package var shaders: [ShaderInput] = []
  /// The programs, as indices into ``shaders``.
  package var programs: [Pair] = []
  /// The folders that were searched, for `--watch`.
  package var folders: [String] = []
  /// The files that may be read.
  package var files = ProjectFiles(followsLinks: true)
  /// The configuration that the options name, which may be a pipe; `nil` if it was not read.
  var configuration: Configuration?
  /// Texts to check instead of the files of these paths, such as the buffers of an editor.
  package var texts: [String: [UInt8]] = [:]
  /// The files of programs in folders that were searched, which may complete shaders.
  var programFiles: [String] = []
  /// What the parts without `main` declare that no shader includes: programs may join them.
  var partNames: Set<String> = []
  /// Findings about files that could not be found or read.
  package var problems: [Diagnostic] = []
  /// Files in folders that are not checked, unless a shader includes them.
  package var skipped: [Skip] = []

  /// A file that is not checked.
  package struct Skip: Hashable, Sendable {
    /// The file's path.
    package var path: String
    /// Why it is not checked.
    package var reason: String
  }

  /// A vertex and a fragment shader.
  package struct Pair: Hashable, Sendable {
    /// The index of the vertex shader in ``LintInputs/shaders``.
    package var vertex: Int
    /// The index of the fragment shader.
    package var fragment: Int

    /// Makes a pair.
    package init(vertex: Int, fragment: Int) {
      self.vertex = vertex
      self.fragment = fragment
    }
  }

  /// Makes empty inputs.
  package init() {}
}

extension LintInputs {
  /// The names that programs give to shaders, those of parts that they may join, and marks
  /// that tell what compiles the shaders.
  var givenNames: Set<String> {
    let marks = BuildFiles.marks(near: programFiles + shaders.map(\.path), files)
    // Nothing else joins texts, or tells how they are compiled.
    guard !programFiles.isEmpty else { return marks.intersection([HostCode.precisionName]) }
    var names = partNames.union(marks)
    for path in programFiles {
      guard let bytes = try? files.read(path, limit: HostCode.sizeLimit) else { continue }
      names.formUnion(HostCode.marks(in: bytes))
      names.formUnion(HostCode(unsearched: path, bytes)?.givenNames ?? [])
    }
    return names
  }

  /// Whether a program lets the GPU store varyings, for which a vertex shader needs no position.
  var storesVaryings: Bool {
    let programs = programFiles.lazy.compactMap { [files] path in
      try? files.read(path, limit: HostCode.sizeLimit)
    }
    return programs.contains {
      HostCode.find(["ransformFeedback", "TRANSFORM_FEEDBACK"], in: $0)
    }
  }

  /// Returns a line for each shader and each program, for `--list-files`.
  ///
  /// - Parameter unchecked: Paths of files and names of shaders to leave out.
  package func listing(without unchecked: Set<String> = []) -> String {
    let pairs = programs.map { [shaders[$0.vertex], shaders[$0.fragment]] }
    let shown = (shaders.map { [$0] } + pairs).filter { unit in
      !unit.contains { unchecked.contains($0.path) || unchecked.contains($0.name) }
    }
    let lines = shown.map { unit in
      "\(unit.map { Location(file: $0.name).text }.joined(separator: "\t"))\n"
    }
    return LintReport.withoutCommands(lines.joined())
  }

  /// A note for each reason to skip files, other than those in `read`: how many, and the first.
  func skipNotes(read: Set<String>) -> [Diagnostic] {
    var order: [String] = []
    var paths: [String: [String]] = [:]
    for skip in skipped where !read.contains(skip.path) {
      if paths[skip.reason] == nil { order.append(skip.reason) }
      paths[skip.reason, default: []].append(skip.path)
    }
    return order.map { reason in
      let files = paths[reason] ?? []
      return Diagnostic(
        .skippedFiles, "skipped \(counted(files.count, "file")): \(reason): \(files.listed())",
        at: nil)
    }
  }
}
