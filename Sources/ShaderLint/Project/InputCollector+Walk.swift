import CompilerLogs
import GLESKitSupport
import Glibc

extension InputCollector {
  /// The files below folders, in order.
  struct Walk {
    /// The files that a walk without steps has found.
    private(set) var paths: [String] = []
    private(set) var folders: [String] = []
    private(set) var failures: [FileError] = []
    /// Links to folders and files that may not be read; those to files are in ``paths``, too.
    private(set) var outside: Set<String> = []
    private let files: ProjectFiles
    /// Links can lead to a folder again, and even back to its parent.
    private var visited: Set<FileIdentity> = []
    /// What is still to be visited, the next last, and the number of folders around it.
    private var open: [(path: String, depth: Int)] = []

    /// Visits all files below a folder.
    init(_ folder: String?, _ files: ProjectFiles) {
      self.init(through: folder.map { [$0] } ?? [], files)
      while let path = next() { paths.append(path) }
    }

    /// Makes a walk in steps.
    init(through folders: [String], _ files: ProjectFiles) {
      self.files = files
      for folder in folders.reversed() { enter(folder, depth: 0) }
    }

    /// Whether nothing is left to be visited.
    var isComplete: Bool { open.isEmpty }

    /// Visits a folder, which may have been visited before.
    mutating func add(_ folder: String) {
      visited = []
      enter(folder, depth: 0)
    }

    /// Returns the next file; `nil` after the last.
    mutating func next() -> String? {
      while let (path, depth) = open.popLast() {
        let (kind, isLink) = Files.entry(at: path)
        let leadsOut = isLink && files.leadsOut(path)
        if leadsOut { outside.insert(path) }
        switch kind {
        case .folder where leadsOut: break
        case .folder: enter(path, depth: depth)
        // Reading a pipe would wait for a writer.
        case .special: break
        case .regular, nil: return path
        }
      }
      return nil
    }

    private mutating func enter(_ folder: String, depth: Int) {
      guard depth < 40 else { return }
      if let identity = FileIdentity(ofInput: folder) {
        guard visited.insert(identity).inserted else { return }
      }
      folders.append(folder)
      do {
        let names = try Files.list(folder) { name, isFolder in
          guard isFolder || ShaderName(name).isShader else { return }
          failures.append(FileError(.read, Paths.join(folder, name), code: EILSEQ))
        }
        // Hidden folders contain version control and caches, not shaders.
        for name in names.reversed() where !name.hasPrefix(".") {
          open.append((Paths.join(folder, name), depth + 1))
        }
      } catch {
        failures.append(error)
      }
    }
  }
}

extension InputCollector {
  /// Returns why a program that was found in a folder is not searched; `nil` if it is.
  func reasonToSkip(
    _ path: String, _ kind: Configuration.FileKind?, below root: String
  ) -> String? {
    guard HostCode.isHost(path) else { return nil }
    let (isScript, isTest) = (HostCode.isWeb(path), Self.isTest(Paths.below(root, path)))
    // Other files are read once, when they are searched.
    guard isScript || isTest,
      let bytes = try? inputs.files.read(path, limit: HostCode.sizeLimit)
    else { return nil }
    if isScript, HostCode.isMinified(path, bytes) { return SkipReason.minified }
    guard isTest, !Self.makesShaders(bytes),
      !ShadersInFile(path, bytes, kind ?? .host).shaders.isEmpty
    else { return nil }
    return "texts that a test compares, which makes no shader"
  }

  /// Whether a path is that of a test: in a folder such as `tests` or `androidTest`, or by a word
  /// of the file's name.
  private static func isTest(_ path: Substring) -> Bool {
    let parts = path.split(separator: "/")
    let words = parts.last?.split { !$0.isLetter } ?? []
    // `AlphaTest_frag.h` is no test.
    let stem = parts.last?.prefix { $0 != "." }.split { !$0.isLetter }.last
    return (parts.dropLast() + words).contains { word in
      ["test", "tests", "spec", "specs"].contains(word.lowercased())
    }
      || (parts.dropLast() + [stem ?? ""]).contains { word in
        word.hasSuffix("Test") || word.hasSuffix("Tests") || word.hasSuffix("Spec")
      }
  }

  /// Whether a program has names of functions of OpenGL or WebGL, or of classes of three.js, that
  /// make shaders or draw with them.
  private static func makesShaders(_ bytes: [UInt8]) -> Bool {
    HostCode.find(
      [
        "createShader", "CreateShader", "shaderSource", "ShaderSource", "createProgram",
        "ShaderMaterial", "useProgram", "UseProgram",
      ], in: bytes)
  }
}

extension InputCollector {
  /// Notes what a text for shaders declares that no `#include` names, such as `noise.include.fx`: a
  /// program may join it.
  mutating func notePart(_ path: String) {
    guard ["fx", "inc", "shader"].contains(Paths.ending(of: path)),
      let bytes = try? inputs.files.read(path, limit: Assembler.sizeLimit),
      !HostCode.hasMain(bytes[...])
    else { return }
    inputs.partNames.formUnion(HostCode.globalNames(in: bytes))
  }

  /// Adds an error if there is nothing to check: a run that passes would be misleading.
  mutating func noteEmptyRun(_ sources: [String]) {
    guard inputs.shaders.isEmpty, inputs.problems.isEmpty, !sources.isEmpty else { return }
    let reasons = inputs.skipNotes(read: []).map(\.message)
    let others =
      !searched.isEmpty
      ? ", and \(searched.joined(separator: ", "))"
      : options.searchesTexts ? ", and for shaders in programs and other files" : ""
    complain(
      .nothingToCheck,
      "no shaders in \(sources.map { "'\($0)'" }.joined(separator: ", "))"
        + (reasons.isEmpty ? "" : "; \(reasons.joined(separator: "; "))"),
      at: nil, hint: "looked for \(ShaderNames.sought)\(others)")
    inputs.skipped = []
  }

  /// Adds a note for each configuration with patterns that match nothing: they may be misspelled.
  mutating func noteUnmatched() {
    for (path, patterns) in unmatched.sorted(by: { $0.key < $1.key }) where !patterns.isEmpty {
      complain(
        .unusedPattern, "no file matches \(patterns.map { "'\($0)'" }.joined(separator: ", "))",
        at: path, hint: "patterns with a slash start in the folder of the configuration file")
    }
  }
}
