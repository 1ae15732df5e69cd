import CompilerLogs
import GLESKitSupport
import GLSL

/// Which shaders are to be checked to find the places of a name.
///
/// Thousands of shaders may include one file. Those whose own texts neither have the name nor
/// change what the included files mean give the same places, so that one of them is enough.
final class Mentions {
  /// What the text of a file tells.
  private struct File {
    /// The hashes of its words.
    var words: Set<UInt64> = []
    /// The macros that it defines or removes, each with the words of its text.
    var macros: [String: Set<UInt64>] = [:]
    /// Whether `#if` decides about an `#include`.
    var choosesIncludes = false

    init(_ bytes: [UInt8]) {
      let scan = Scan(bytes)
      let tokens = scan.tokens
      words = Set(tokens.lazy.filter { $0.kind == .identifier }.map(\.tag))
      var depth = 0
      for hash in scan.hashes where hash + 1 < tokens.count {
        let word = tokens[hash + 1]
        if Directive.openings.contains(word.tag) { depth += 1 }
        if word.is(.endif) { depth -= 1 }
        if word.is(.include), depth > 0 { choosesIncludes = true }
        guard word.is(.define) || word.is(.undef), hash + 2 < tokens.count else { continue }
        let text = tokens[(hash + 3)...].prefix { !$0.startsLine }
        let name = String(decoding: bytes[tokens[hash + 2].range], as: UTF8.self)
        macros[name, default: []].formUnion(text.lazy.map(\.tag))
      }
    }
  }

  /// What the files tell that a shader includes.
  private struct Included {
    /// Those that have the name, or what decides about it.
    var files: [String] = []
    /// The name, and the macros of these files that have it.
    var names: Set<String> = []
    /// The hashes of the words of these files.
    var words: Set<UInt64> = []

    func has(_ word: String) -> Bool { words.contains(Word(word).tag) }
  }

  private let name: String
  private let isLinked: Bool
  private unowned let workspace: Workspace
  private var files: [String: File] = [:]
  private var included: [[String]: Included] = [:]
  private var keys: Set<[String]> = []

  /// Makes a filter.
  ///
  /// - Parameter isLinked: Whether the other shader of a program knows the name.
  init(_ name: String, isLinked: Bool, _ workspace: Workspace) {
    (self.name, self.isLinked, self.workspace) = (name, isLinked, workspace)
  }

  /// Returns whether the shaders of a file are to be checked: others do not stand for them.
  func needs(_ path: String) -> Bool {
    guard var key = key(of: path) else { return true }
    if isLinked, let shader = workspace.shaders(in: path).shaders.first {
      for partner in workspace.partners(of: shader) {
        guard let other = self.key(of: partner.path) else { return true }
        key += other
      }
    }
    return keys.insert(key).inserted
  }

  /// Returns what shaders have in common that give the same places; `nil` for one that is alone.
  private func key(of path: String) -> [String]? {
    let shaders = workspace.shaders(in: path)
    guard !shaders.isProgram, shaders.shaders.count == 1, shaders.shaders[0].bytes == nil,
      let stage = shaders.shaders[0].stage, let bytes = workspace.text(path)?.bytes
    else { return nil }
    let options = workspace.assemblyOptions(for: path)
    let first = targets(of: path, bytes)
    let shared = included([options.prelude].compactMap { $0 } + first)
    // A search takes a fraction of the time of a scan.
    let mayMatter = bytes.withUnsafeBufferPointer { bytes in
      bytes.find("define") != nil || bytes.find("undef") != nil || bytes.find("if") != nil
    }
    if mayMatter || shared.names.contains(where: { bytes.contains(word: Array($0.utf8)) }) {
      let own = File(bytes)
      guard !own.choosesIncludes, !own.macros.keys.contains(where: shared.has),
        shared.names.allSatisfy({ !own.words.contains(Word($0).tag) })
      else { return nil }
    }
    return [stage.rawValue, workspace.configuration(for: path).path ?? ""] + shared.files
  }

  /// Returns what the files tell that others include, directly or through others.
  private func included(_ first: [String]) -> Included {
    if let known = included[first] { return known }
    var paths: [String] = []
    var open = first[...]
    while let path = open.popFirst() {
      guard !paths.contains(path) else { continue }
      paths.append(path)
      let bytes = workspace.text(path)?.bytes ?? []
      if files[path] == nil { files[path] = File(bytes) }
      open += targets(of: path, bytes)
    }
    var found = Included(names: [name])
    var size = (-1, -1)
    // Each file can add macros, and each macro files.
    while size != (found.files.count, found.names.count) {
      size = (found.files.count, found.names.count)
      let tags = Set(found.names.map { Word($0).tag })
      for path in paths {
        guard let file = files[path] else { continue }
        for (macro, words) in file.macros where !words.isDisjoint(with: tags) {
          found.names.insert(macro)
        }
        let decides = file.macros.keys.contains(where: found.has)
        guard !found.files.contains(path),
          file.choosesIncludes || decides || !file.words.isDisjoint(with: tags)
        else { continue }
        found.files.append(path)
        found.words.formUnion(file.words)
      }
    }
    included[first] = found
    return found
  }

  /// Returns the files that a text includes.
  private func targets(of path: String, _ bytes: [UInt8]) -> [String] {
    (workspace.graph.includes(of: path) ?? AssemblyBuilder.includedNames(bytes))
      .compactMap { Includes.target(of: $0, in: path, workspace) }
  }
}
