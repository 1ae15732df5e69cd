import GLESKitSupport

/// What the editor can do.
struct ClientCapabilities {
  /// Whether hovers and completions may be Markdown.
  var hasMarkdown = false
  /// Whether the editor can watch files on request.
  var watchesFiles = false
  /// Whether the folder of such files may lie outside the workspace.
  var watchesFolders = false
  /// Whether parameters in signatures may be ranges.
  var hasLabelOffsets = false
  /// Whether edits may name versions of documents.
  var hasVersionedEdits = false
  /// Whether it can ask the user about some of the edits.
  var hasAnnotatedEdits = false
  /// Whether the editor asks for the findings of open documents, and asks again on request.
  var pullsFindings = false
  /// Whether the editor shows work that goes on in the background.
  var showsProgress = false

  init() {}

  init(_ json: JSON) {
    let document = json["textDocument"]
    hasMarkdown = document["hover"]["contentFormat"].elements.contains("markdown")
    let watching = json["workspace"]["didChangeWatchedFiles"]
    watchesFiles = watching["dynamicRegistration"].bool ?? false
    watchesFolders = watchesFiles && watching["relativePatternSupport"].bool ?? false
    let signature = document["signatureHelp"]["signatureInformation"]
    hasLabelOffsets = signature["parameterInformation"]["labelOffsetSupport"].bool ?? false
    pullsFindings =
      document.has("diagnostic")
      && json["workspace"]["diagnostics"]["refreshSupport"].bool ?? false
    showsProgress = json["window"]["workDoneProgress"].bool ?? false
    let edit = json["workspace"]["workspaceEdit"]
    hasVersionedEdits = edit["documentChanges"].bool ?? false
    hasAnnotatedEdits = hasVersionedEdits && edit.has("changeAnnotationSupport")
  }
}

/// What the server can do.
enum ServerCapabilities {
  /// For an editor that pulls findings, those are offered, too.
  static func json(for client: ClientCapabilities) -> JSON {
    let pull: JSON = ["interFileDependencies": true, "workspaceDiagnostics": false]
    return client.pullsFindings ? json + ["diagnosticProvider": pull] : json
  }

  private static let json: JSON = [
    "positionEncoding": "utf-16",
    "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
    "hoverProvider": true,
    "definitionProvider": true,
    "typeDefinitionProvider": true,
    "referencesProvider": true,
    "documentHighlightProvider": true,
    "documentSymbolProvider": true,
    "workspaceSymbolProvider": true,
    "callHierarchyProvider": true,
    "completionProvider": ["triggerCharacters": [".", "#", "\"", "/"]],
    "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
    "renameProvider": ["prepareProvider": true],
    "codeActionProvider": ["codeActionKinds": ["quickfix"]],
    "semanticTokensProvider": ["legend": SemanticTokens.legend, "full": true],
    "foldingRangeProvider": true,
    "selectionRangeProvider": true,
    "inlayHintProvider": true,
    "documentFormattingProvider": true,
    "documentRangeFormattingProvider": true,
    "documentLinkProvider": ["resolveProvider": false],
    "workspace": [
      "workspaceFolders": ["supported": true, "changeNotifications": true],
      "fileOperations": ["didRename": folders, "didDelete": folders],
    ],
  ]

  /// Changes of folders, which editors that watch files by their names do not report.
  private static let folders: JSON = [
    "filters": [["scheme": "file", "pattern": ["glob": "**/*", "matches": "folder"]]]
  ]
}
