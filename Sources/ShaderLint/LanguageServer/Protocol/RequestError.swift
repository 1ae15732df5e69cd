/// A request that can't be answered, with a code of JSON-RPC or LSP.
struct RequestError: Error, Hashable {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case cancelled = -32800
    case failed = -32803
  }

  let code: Code
  /// What failed and what to do.
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
