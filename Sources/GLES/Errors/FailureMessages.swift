import CompilerLogs

extension CompilationFailure {
  /// The messages of the log with severity, line, column and text, for every known log format;
  /// empty if the driver gave no reason.
  public var messages: [LogMessage] { log.map(LogMessage.all) ?? [] }
}

extension GLESError {
  /// The messages in the log of a failed compilation, link or validation; empty for other errors
  /// and if the driver gave no reason.
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
