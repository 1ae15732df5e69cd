import CompilerLogs
import GLESKitSupport
import GLSL

/// The edits that rename something, by file.
struct RenameEdits {
  /// An edit, and whether the user decides about it.
  private struct Edit {
    var range: TextRange
    var asks = false
  }

  private let name: String
  private var edits: [String: [Edit]] = [:]
  /// The places in programs that are not changed, as `file:line`.
  private var left: [String] = []
  private var oldName = ""

  init(_ name: String) { self.name = name }

  mutating func add(_ range: TextRange, in path: String) {
    edits[path, default: []].append(Edit(range: range))
  }

  /// Adds what programs have beside the shaders that are checked: the name in other shaders, and
  /// strings that are the name.
  ///
  /// - Parameters:
  ///   - files: The files with the declarations.
  ///   - asks: Whether the editor can ask the user about strings. They stay as they are if not.
  ///   - isVarying: Whether it is a varying, which a shader in a file beside them may share.
  /// - Throws: `RequestError` if the name is in a text in which it can't be replaced.
  mutating func addPrograms(
    of files: Set<String>, _ oldName: String, _ workspace: Workspace, asks: Bool, isVarying: Bool
  ) throws(RequestError) {
    self.oldName = oldName
    var isNamed = false
    let word = Array(oldName.utf8)
    let programs = workspace.shaderFiles.filter(HostCode.isHost)
    let own = programs.filter(files.contains)
    let folders = Set(isVarying ? files.map(Paths.folder) : [])
    for path in own + programs.filter({ !files.contains($0) }) {
      let isOwn = files.contains(path)
      // A program that names what its shaders declare needs no other for it.
      guard isOwn || !isNamed || folders.contains(Paths.folder(of: path)),
        let text = workspace.text(path), text.bytes.contains(word: word),
        let program = HostCode(unsearched: path, text.bytes)
      else { continue }
      let shaders = workspace.shaders(in: path).shaders.compactMap(\.range)
      // A file of the folder may hold the other stage of a shader that changes, and no own program.
      let mayShare =
        isOwn
        || folders.contains(Paths.folder(of: path))
          && !shaders.contains { Array(text.bytes[$0]).contains(word: word) }
      let found = ProgramNames(oldName, newName: name, in: program, besides: shaders)
      if isOwn, !found.strings.isEmpty { isNamed = true }
      func place(_ range: Range<Int>) -> String {
        "\(Paths.name(of: path)):\(text.position(at: range.lowerBound).line + 1)"
      }
      for string in isOwn || !isNamed ? found.strings : [] {
        if asks {
          edits[path, default: []].append(Edit(range: text.range(string), asks: true))
        } else {
          left.append(place(string))
        }
      }
      guard mayShare else { continue }
      if let unclear = found.unclear {
        throw RequestError(
          .failed,
          "'\(oldName)' can't be renamed: it is also in a shader that is not checked, at "
            + "\(place(unclear)), as the name of a member or beside '\(name)'")
      }
      for range in found.texts { add(text.range(range), in: path) }
      if isOwn { left += found.code.map(place) }
    }
  }

  /// What the user may still have to change.
  var note: String? {
    guard !left.isEmpty else { return nil }
    let more = left.count > 5 ? " and \(counted(left.count - 5, "more place"))" : ""
    return "'\(oldName)' is now '\(name)' in shaders; the program still has '\(oldName)' at "
      + left.prefix(5).joined(separator: ", ") + more
  }

  /// The answer to the request.
  func json(_ workspace: Workspace, isVersioned: Bool) -> JSON {
    func edits(_ path: String) -> JSON {
      .array(
        (self.edits[path] ?? []).sorted { $0.range.start < $1.range.start }.map { edit in
          let json = edit.range.edit(name)
          return edit.asks ? json + ["annotationId": "program"] : json
        })
    }
    let files = self.edits.keys.sorted()
    guard isVersioned else {
      return ["changes": .object(files.map { JSON.Member(workspace.uri($0), edits($0)) })]
    }
    let changes = files.map { path -> JSON in
      let version = workspace.documents[path].map { JSON.integer($0.version) } ?? .null
      return [
        "textDocument": ["uri": .string(workspace.uri(path)), "version": version],
        "edits": edits(path),
      ]
    }
    guard self.edits.values.joined().contains(where: \.asks) else {
      return ["documentChanges": .array(changes)]
    }
    let annotation: JSON = [
      "label": "Strings of the program", "needsConfirmation": true,
      "description": .string("They may be the names of other things than '\(oldName)'"),
    ]
    return ["documentChanges": .array(changes), "changeAnnotations": ["program": annotation]]
  }
}
