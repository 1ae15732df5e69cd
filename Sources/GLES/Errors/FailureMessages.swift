import CompilerLogs

extension CompilationFailure {
  /// The log taken apart: severity, line, column and text of each message, whichever driver wrote
  /// it; empty where it gave no reason.
  public var messages: [LogMessage] { log.map(LogMessage.all) ?? [] }
}

extension GLESError {
  /// The log that a failed compilation, link or validation left, taken apart; empty for other
  /// errors and where the driver gave no reason.
  public var messages: [LogMessage] {
    switch self {
    case .compilation(let failure): failure.messages
    case .link(_, let log), .validation(_, let log): log.map(LogMessage.all) ?? []
    default: []
    }
  }
}

extension LogMessage {
  fileprivate static func all(in log: String) -> [LogMessage] {
    LogParser.parse(Array(log.utf8)).messages
  }
}
