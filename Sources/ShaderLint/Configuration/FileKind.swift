import CompilerLogs

extension Configuration {
  /// What the files are whose names match a pattern: `[[files]]` in a configuration file.
  package struct FileKind: Hashable, Sendable {
    /// The content of a file.
    package enum Content: String, Hashable, Sendable, CaseIterable {
      /// A vertex shader.
      case vertex
      /// A fragment shader.
      case fragment
      /// Both shaders; `VERTEX` or `FRAGMENT`, or these with `_SHADER`, is defined to choose one.
      case both
      /// Both shaders, each after a line that names its stage, such as `[vertex]`.
      case sections
      /// A program, with shaders in its string literals.
      case host
      /// Text that other shaders include, or that a program adds to them: never a shader alone.
      case snippet
    }

    /// Patterns of names, or of paths from the folder of the configuration file if they contain a
    /// slash.
    var patterns: [String] = []
    /// What the files are; `nil` if their names or texts tell.
    var content: Content?
    /// What to add to the shaders, as well as what the configuration adds: its prelude is instead
    /// of the configuration's, and its folders are searched first.
    var assembly = AssemblyOptions()

    /// A program, whose kind no configuration gives.
    static let host: FileKind = {
      var kind = FileKind()
      kind.content = .host
      return kind
    }()

    /// Returns the part of the path that `*` stands for, with the folder; `nil` if no pattern
    /// matches. Two files with the same stem belong together.
    func stem(of path: String, below folder: String) -> String? {
      patterns.lazy.compactMap { Self.stem(of: path, $0, below: folder) }.first
    }

    /// Returns the part of the path that `*` stands for in a pattern; `nil` if it doesn't match.
    static func stem(of path: String, _ pattern: String, below folder: String) -> String? {
      let name = Paths.name(of: path)
      let isMatch =
        pattern.contains("/")
        ? Pattern.matches(Paths.join(folder, pattern), path) : Pattern.matches(pattern, name)
      guard isMatch else { return nil }
      return Paths.join(Paths.folder(of: path), stem(name, Paths.name(of: pattern)))
    }

    /// Returns `name` without the text before and after the first `*` of `pattern`.
    private static func stem(_ name: String, _ pattern: String) -> String {
      guard let star = pattern.firstIndex(of: "*") else { return name }
      let after = pattern[star...].drop { $0 == "*" }
      guard !after.contains(where: { "*?[".contains($0) }) else { return name }
      return String(name.dropFirst(pattern[..<star].count).dropLast(after.count))
    }
  }

  /// Returns what a file is by its name; `nil` if no `[[files]]` matches.
  func kind(ofFile path: String) -> FileKind? {
    guard !files.isEmpty else { return nil }
    let folder = self.path.map(Paths.folder) ?? "."
    return files.first { $0.stem(of: path, below: folder) != nil }
  }

  /// Returns the paths that a shader's partner may have by the names in `[[files]]`.
  func partners(ofFile path: String, _ stage: ShaderStage) -> [String] {
    let folder = self.path.map(Paths.folder) ?? "."
    guard let stem = kind(ofFile: path)?.stem(of: path, below: folder) else { return [] }
    let other: FileKind.Content = stage == .vertex ? .fragment : .vertex
    return files.filter { $0.content == other }.flatMap(\.patterns).compactMap { pattern in
      let parts = Paths.name(of: pattern).split(
        separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let name = parts[0] + Paths.name(of: stem) + parts[1]
      return Paths.join(Paths.folder(of: stem), String(name))
    }.filter { candidate in
      let kind = kind(ofFile: candidate)
      return kind?.content == other && kind?.stem(of: candidate, below: folder) == stem
    }
  }

  /// Returns the configuration with what `[[files]]` says of a file.
  func applied(toFile path: String) -> Configuration {
    guard let kind = kind(ofFile: path) else { return self }
    var changed = self
    changed.assembly = kind.assembly
    changed.assembly.definitions = AssemblyOptions.merged(
      assembly.definitions, kind.assembly.definitions)
    changed.assembly.prelude = kind.assembly.prelude ?? assembly.prelude
    changed.assembly.includeFolders += assembly.includeFolders
    return changed
  }
}
