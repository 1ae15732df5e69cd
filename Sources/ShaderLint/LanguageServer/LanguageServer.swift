import CompilerLogs
import GLESKitSupport

/// A language server for GLSL ES 1.00 (LSP 3.17), without its input and output: it receives
/// messages and sends others.
final class LanguageServer {
  private enum State { case new, running, shutDown }

  /// What the editor can do.
  private var client = ClientCapabilities()
  private let workspace: Workspace
  private let options: LintOptions
  private let version: String
  private var state = State.new
  /// The documents whose findings the editor does not have yet.
  private var changed: Set<String> = []
  /// Whether findings may have changed since ``publish()``.
  private(set) var hasChanges = false
  private var outgoing: [JSON] = []
  /// What the editor has, by path.
  private var published: [String: JSON] = [:]
  /// The last answers about open documents that the editor asked for, by path.
  private var pulled: [String: (id: Int, found: JSON)] = [:]
  /// The numbers of the last answer and of the last request to ask again.
  private var (lastPull, lastRefresh) = (0, 0)
  private var progress = IndexProgress()

  /// What the driver found when files were saved, by the saved file.
  private var driver: [String: [Diagnostic]] = [:]
  private var saved: [DriverCheck.Job] = []

  /// The exit status of the process, after `exit`.
  private(set) var exitStatus: Int32?

  /// - Parameters:
  ///   - options: What to check, and how.
  ///   - version: The version of the tool.
  init(_ options: LintOptions, version: String) {
    self.options = options
    workspace = Workspace(options)
    self.version = version
  }

  private func send(_ message: JSON) { outgoing.append(["jsonrpc": "2.0"] + message) }

  /// Returns the messages for the editor since the last call.
  func takeOutgoing() -> [JSON] {
    defer { outgoing = [] }
    return outgoing
  }

  // MARK: The driver

  private var driverFindings: [Diagnostic] { driver.keys.sorted().flatMap { driver[$0] ?? [] } }

  /// Returns what to check with the driver since the last call.
  func takeSaved() -> [DriverCheck.Job] {
    defer { saved = [] }
    return saved
  }

  /// Takes what the driver found in the shaders of a saved file.
  func take(_ found: [Diagnostic], of path: String) {
    driver[path] = found.isEmpty ? nil : found
    hasChanges = true
  }

  /// Notes that a file was saved, so that the driver checks its shaders.
  private func save(_ path: String) {
    guard options.engines.contains(.driver),
      let unit = workspace.units(showing: path).first(where: { !$0.isGuess })
    else { return }
    let shader = unit.key.path
    let isVertex = unit.facts.stage == .vertex
    let partner = workspace.partners(of: unit).first?.key.path
    // The stages of a file that holds both are found in it again.
    let shaders =
      partner.map { $0 == shader ? [shader] : isVertex ? [shader, $0] : [$0, shader] } ?? [shader]
    saved.append(DriverCheck.Job(path: path, shaders: shaders))
  }

  // MARK: Messages

  /// Handles a message of the editor.
  ///
  /// - Parameter isCancelled: Whether the editor no longer wants the answer to the request.
  func receive(_ message: JSON, isCancelled: Bool = false) {
    let id = message["id"]
    guard let method = message["method"].string else {
      // An answer to a request of ours, of which we need none.
      if message.has("result") || message.has("error") { return }
      return fail(id, RequestError(.invalidRequest, "the message has no method"))
    }
    guard id != .null else { return notice(method, message["params"]) }
    do throws(RequestError) {
      if isCancelled { throw RequestError(.cancelled, "cancelled") }
      let result = try answer(method, message["params"])
      send(["id": id, "result": result])
    } catch {
      fail(id, error)
    }
  }

  /// Answers something that is not a message.
  func refuse(_ problem: String) { fail(.null, RequestError(.parseError, problem)) }

  private func fail(_ id: JSON, _ error: RequestError) {
    send([
      "id": id,
      "error": ["code": .integer(error.code.rawValue), "message": .string(error.message)],
    ])
  }

  private func answer(_ method: String, _ parameters: JSON) throws(RequestError) -> JSON {
    switch (state, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw RequestError(.notInitialized, "initialize comes first")
    case (.running, "initialize"):
      throw RequestError(.invalidRequest, "the server is already initialized")
    case (.running, "shutdown"):
      state = .shutDown
      return .null
    case (.shutDown, _): throw RequestError(.invalidRequest, "the server is shut down")
    case (.running, _): break
    }
    if try workspace.isOutsideShaders(parameters) { return .null }
    switch method {
    case "textDocument/hover":
      return try Hover.answer(parameters, workspace, isMarkdown: client.hasMarkdown)
    case "textDocument/definition": return try References.definition(parameters, workspace)
    case "textDocument/typeDefinition": return try References.typeDefinition(parameters, workspace)
    case "textDocument/references": return try References.answer(parameters, workspace)
    case "textDocument/documentHighlight": return try References.highlights(parameters, workspace)
    case "textDocument/documentSymbol": return try Outline.answer(parameters, workspace)
    case "workspace/symbol": return WorkspaceSymbols.answer(parameters, workspace)
    case "textDocument/prepareCallHierarchy":
      return try CallHierarchy.prepare(parameters, workspace)
    case "callHierarchy/incomingCalls": return try CallHierarchy.incoming(parameters, workspace)
    case "callHierarchy/outgoingCalls": return try CallHierarchy.outgoing(parameters, workspace)
    case "textDocument/completion": return try Completion.answer(parameters, workspace)
    case "textDocument/signatureHelp":
      return try SignatureHelp.answer(parameters, workspace, hasOffsets: client.hasLabelOffsets)
    case "textDocument/prepareRename": return try Rename.prepare(parameters, workspace)
    case "textDocument/rename":
      let answer = try Rename.answer(
        parameters, workspace, isVersioned: client.hasVersionedEdits,
        asks: client.hasAnnotatedEdits)
      if let note = answer.note { show(note) }
      return answer.edits
    case "textDocument/codeAction":
      return try CodeActions.answer(parameters, workspace, driver: driverFindings)
    case "textDocument/semanticTokens/full":
      return try SemanticTokens.answer(parameters, workspace)
    case "textDocument/foldingRange": return try Folding.answer(parameters, workspace)
    case "textDocument/selectionRange": return try SelectionRanges.answer(parameters, workspace)
    case "textDocument/inlayHint": return try InlayHints.answer(parameters, workspace)
    case "textDocument/formatting": return try Formatting.answer(parameters, workspace)
    case "textDocument/rangeFormatting":
      return try Formatting.answer(parameters, workspace, isRange: true)
    case "textDocument/diagnostic": return try pull(parameters)
    case "textDocument/documentLink": return try DocumentLinks.answer(parameters, workspace)
    default: throw RequestError(.methodNotFound, "unknown method '\(method)'")
    }
  }

  private func notice(_ method: String, _ parameters: JSON) {
    if method == "exit" {
      exitStatus = state == .shutDown ? 0 : 1
      return
    }
    guard state == .running else { return }
    do throws(RequestError) {
      switch method {
      case "initialized": register()
      case "textDocument/didOpen":
        let document = try Document(parameters["textDocument"])
        workspace.open(document)
        note(document.path)
      case "textDocument/didChange":
        var document = try workspace.document(parameters)
        try document.apply(
          parameters["contentChanges"].elements,
          version: parameters["textDocument"]["version"].integer)
        workspace.update(document)
        // The positions of the driver's findings have moved.
        driver = driver.mapValues { found in found.filter { $0.location?.file != document.path } }
        note(document.path)
      case "textDocument/didSave":
        let path = try workspace.document(parameters).path
        workspace.forgetFiles(for: path)
        note(path)
        save(path)
      case "textDocument/didClose":
        let path = try workspace.document(parameters).path
        workspace.close(path)
        changed.remove(path)
        pulled[path] = nil
        hasChanges = true
      case "workspace/didChangeWatchedFiles":
        for change in parameters["changes"].elements {
          guard let uri = change["uri"].string else { continue }
          workspace.forgetTree(FileURI.path(uri))
        }
        hasChanges = true
      case "workspace/didRenameFiles", "workspace/didDeleteFiles":
        for file in parameters["files"].elements {
          for uri in [file["uri"], file["oldUri"], file["newUri"]].compactMap(\.string) {
            workspace.forgetTree(FileURI.path(uri))
          }
        }
        hasChanges = true
      case "workspace/didChangeWorkspaceFolders":
        let event = parameters["event"]
        let removed = event["removed"].elements.compactMap(Self.folder)
        let added = event["added"].elements.compactMap(Self.folder)
        workspace.setRoots(workspace.roots.filter { !removed.contains($0) } + added)
        hasChanges = true
      default: break
      }
    } catch {
      // A notification has no answer.
      log(error.message)
    }
  }

  private func note(_ path: String) {
    changed.insert(path)
    hasChanges = true
  }

  private func log(_ message: String) { tell(message, by: "window/logMessage", type: 2) }

  /// Tells the user something that is no error.
  private func show(_ message: String) { tell(message, by: "window/showMessage", type: 3) }

  private func tell(_ message: String, by method: String, type: Int) {
    send([
      "method": .string(method),
      "params": ["type": .integer(type), "message": .string("shaderlint: \(message)")],
    ])
  }

  // MARK: Files that the editor does not watch

  /// The files to watch, because the editor doesn't.
  var watchedFiles: [String] {
    guard client.watchesFiles else { return workspace.readFiles }
    // The patterns of some editors match files of the workspace only.
    return client.watchesFolders ? [] : workspace.configurationFile.map { [$0] } ?? []
  }

  /// Notes that files have changed.
  func noteChanges(of paths: [String]) {
    for path in paths { workspace.forget(path) }
    hasChanges = true
  }

  // MARK: Start

  private func initialize(_ parameters: JSON) -> JSON {
    state = .running
    client = ClientCapabilities(parameters["capabilities"])
    var roots = parameters["workspaceFolders"].elements.compactMap(Self.folder)
    if roots.isEmpty, let uri = parameters["rootUri"].string { roots = [FileURI.path(uri)] }
    if roots.isEmpty, let path = parameters["rootPath"].string { roots = [path] }
    workspace.setRoots(roots)
    return [
      "capabilities": ServerCapabilities.json(for: client),
      "serverInfo": ["name": "shaderlint", "version": .string(version)],
    ]
  }

  private static func folder(_ json: JSON) -> String? { json["uri"].string.map(FileURI.path) }

  /// Asks the editor to report changes of files that are not open.
  private func register() {
    guard client.watchesFiles else { return }
    let endings = ShaderName.endings.joined(separator: ",")
    var patterns: [JSON] =
      [.string("**/*.{\(endings)}")] + ConfigurationFinder.names.map { .string("**/\($0)") }
    if client.watchesFolders, let file = workspace.configurationFile {
      // A mark of a pattern cannot be escaped; what it matches is read again.
      let name = String(Paths.name(of: file).map { "*?[]{}!".contains($0) ? "?" : $0 })
      patterns.append([
        "baseUri": .string(FileURI.uri(Paths.folder(of: file))), "pattern": .string(name),
      ])
    }
    let watchers = patterns.map { ["globPattern": $0] as JSON }
    send([
      "id": "watch", "method": "client/registerCapability",
      "params": [
        "registrations": [
          [
            "id": "watch", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": .array(watchers)],
          ]
        ]
      ],
    ])
  }

  // MARK: Findings

  /// Whether ``index(_:)`` has something to do.
  var isIndexing: Bool { workspace.isIndexing || progress.isOpen }

  /// Reads which shaders include others, and what their programs give, in some files. Call it when
  /// no message waits.
  func index(_ count: Int) {
    // Files that others include are now checked in these.
    if workspace.isIndexing, workspace.index(count) { hasChanges = true }
    let messages = progress.step(isLast: !workspace.isIndexing)
    if client.showsProgress { messages.forEach(send) }
  }

  /// Answers with the findings in an open document (`textDocument/diagnostic`).
  private func pull(_ parameters: JSON) throws(RequestError) -> JSON {
    let path = try workspace.document(parameters).path
    let found = Diagnostics(workspace, driver: driverFindings).json(path, workspace)
    if let last = pulled[path], last.found == found {
      let id = JSON.string("\(last.id)")
      if parameters["previousResultId"] == id { return ["kind": "unchanged", "resultId": id] }
    } else {
      lastPull += 1
      pulled[path] = (lastPull, found)
    }
    changed.remove(path)
    let id = "\(pulled[path]?.id ?? 0)"
    return ["kind": "full", "resultId": .string(id), "items": found]
  }

  /// Asks the editor to ask again if documents have other findings for another reason than that
  /// they were edited, such as an included file or the driver.
  private func refresh(_ diagnostics: Diagnostics) {
    let stale = pulled.keys.filter {
      !changed.contains($0) && pulled[$0]?.found != diagnostics.json($0, workspace)
    }
    guard !stale.isEmpty else { return }
    // The next answer is another one, and one request is enough.
    for path in stale { pulled[path] = nil }
    lastRefresh += 1
    send(["id": .string("refresh \(lastRefresh)"), "method": "workspace/diagnostic/refresh"])
  }

  /// Sends the findings that have changed. Call it when no message waits.
  ///
  /// An editor that pulls gets those of files that are not open, which it can't ask for.
  func publish() {
    guard hasChanges else { return }
    hasChanges = false
    let diagnostics = Diagnostics(workspace, driver: driverFindings)
    if client.pullsFindings { refresh(diagnostics) }
    for path in Set(diagnostics.files.keys).union(published.keys).sorted() {
      let isPulled = client.pullsFindings && workspace.documents[path] != nil
      // What was sent before the file was opened would stay beside what the editor pulls.
      if isPulled, published[path] == nil { continue }
      let found = isPulled ? [] : diagnostics.json(path, workspace)
      // Each version of a document gets an answer; other files only if something changed.
      guard changed.contains(path) || published[path] ?? [] != found else { continue }
      published[path] = found == [] ? nil : found
      var parameters: JSON = ["uri": .string(workspace.uri(path)), "diagnostics": found]
      parameters.add("version", workspace.documents[path].map { .integer($0.version) })
      send(["method": "textDocument/publishDiagnostics", "params": parameters])
    }
    changed = []
  }
}
