import GLESKitSupport
import GLSL
import TestSupport

@testable import ShaderLint

/// An editor with a folder open: writes files, sends messages to a server, and reads the answers.
final class Editor {
  let folder: TemporaryFolder
  let server: LanguageServer
  private var lastID = 0
  private var versions: [String: Int] = [:]
  /// The texts of the open documents.
  private(set) var texts: [String: String] = [:]
  /// What the server sent unasked.
  private(set) var messages: [JSON] = []

  /// - Parameters:
  ///   - files: The texts of files by name.
  ///   - opened: The files to open.
  ///   - options: The options of the server.
  ///   - indexes: Whether to wait until the server has read which files include others.
  init(
    _ files: [String: String], open opened: [String] = [],
    capabilities: JSON = Editor.capabilities, options: LintOptions = LintOptions(),
    indexes: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    server = LanguageServer(options, version: "0")
    for (name, text) in files { try write(name, text) }
    let root = FileURI.uri(folder.path)
    _ = request(
      "initialize",
      [
        "processId": .null, "rootUri": .string(root), "capabilities": capabilities,
        "workspaceFolders": [["uri": .string(root), "name": "test"]],
      ])
    notify("initialized", [:])
    for name in opened { open(name, files[name] ?? "") }
    if indexes { server.index(.max) }
  }

  static let capabilities: JSON = [
    "textDocument": [
      "hover": ["contentFormat": ["markdown", "plaintext"]],
      "completion": ["completionItem": ["snippetSupport": true]],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
    ],
    "workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]],
  ]

  func write(_ name: String, _ text: String) throws {
    let path = "\(folder.path)/\(name)"
    try Files.createFolders(Paths.folder(of: path))
    try AtomicFile.write(Array(text.utf8), to: path)
  }

  func uri(_ name: String) -> String { FileURI.uri("\(folder.path)/\(name)") }

  // MARK: Messages

  private func collect() -> [JSON] {
    let sent = server.takeOutgoing()
    messages += sent.filter { $0["method"] != .null }
    return sent
  }

  /// Sends a request and returns the whole answer.
  func ask(_ method: String, _ parameters: JSON, isCancelled: Bool = false) -> JSON {
    lastID += 1
    let id = JSON.integer(lastID)
    server.receive(
      ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters],
      isCancelled: isCancelled)
    return collect().first { $0["id"] == id && $0["method"] == .null } ?? .null
  }

  /// Sends a request and returns its result.
  func request(_ method: String, _ parameters: JSON) -> JSON { ask(method, parameters)["result"] }

  func notify(_ method: String, _ parameters: JSON) {
    server.receive(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    _ = collect()
  }

  // MARK: Documents

  func open(_ name: String, _ text: String) {
    texts[name] = text
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(name)), "languageId": "glsl", "version": 1, "text": .string(text),
        ]
      ])
  }

  /// Replaces the first occurrence of `old`, as typing does.
  func edit(_ name: String, _ old: String, _ new: String) {
    guard let text = texts[name], let range = text.firstRange(of: old) else { return }
    versions[name, default: 1] += 1
    let start = text[..<range.lowerBound].utf8.count
    let change: JSON = [
      "range": source(name).range(start..<(start + old.utf8.count)).json, "text": .string(new),
    ]
    texts[name] = text.replacingCharacters(in: range, with: new)
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(name)), "version": .integer(versions[name] ?? 0)],
        "contentChanges": [change],
      ])
  }

  private func source(_ name: String) -> SourceText {
    SourceText(path: name, bytes: Array((texts[name] ?? "").utf8))
  }

  /// Parameters with the position of the first occurrence of `mark`, and `offset` bytes after it.
  func place(_ name: String, _ mark: String, _ offset: Int = 0) -> JSON {
    let text = texts[name] ?? ""
    let start = text.firstRange(of: mark)?.lowerBound ?? text.endIndex
    let position = source(name).position(at: text[..<start].utf8.count + offset)
    return ["textDocument": ["uri": .string(uri(name))], "position": position.json]
  }

  /// Asks about a position and returns the result.
  func at(_ name: String, _ mark: String, _ method: String, _ offset: Int = 0) -> JSON {
    request("textDocument/\(method)", place(name, mark, offset))
  }

  /// The hover text at a position.
  func hover(_ name: String, _ mark: String) -> String {
    at(name, mark, "hover")["contents"]["value"].string ?? ""
  }

  /// Returns a location as `name:line:character`, from 0.
  func text(_ location: JSON) -> String {
    let path = FileURI.path(location["uri"].string ?? "")
    let start = location["range"]["start"]
    return "\(path.dropFirst(folder.path.count + 1)):\(start["line"].integer ?? -1)"
      + ":\(start["character"].integer ?? -1)"
  }

  /// The last findings in a file, each as `line:character-character code`; `nil` if the server sent
  /// none since the last call.
  func findings(_ name: String) -> [String]? {
    server.publish()
    _ = collect()
    let last = messages.last {
      $0["method"] == "textDocument/publishDiagnostics"
        && $0["params"]["uri"].string == uri(name)
    }
    messages = []
    return last.map { message in
      message["params"]["diagnostics"].elements.map { finding in
        let (start, end) = (finding["range"]["start"], finding["range"]["end"])
        return "\(start["line"].integer ?? -1):\(start["character"].integer ?? -1)-"
          + "\(end["character"].integer ?? -1) \(finding["code"].string ?? "")"
      }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: new)
    return copy
  }
}
