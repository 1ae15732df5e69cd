import CompilerLogs

extension CompilationFailure {
  /// The messages of the log with severity, line, column and text; empty if the driver gave no
  /// reason. Lines in a format that is not known of this driver are whole messages.
  public var messages: [LogMessage] { LogMessage.all(in: log, from: vendor) }
}

extension GLESError {
  /// The messages in the log of a failed compilation, link or validation; empty for other errors
  /// and if the driver gave no reason.
  public var messages: [LogMessage] {
    switch self {
    case .compilation(let failure): failure.messages
    case .link(_, let log), .validation(_, let log): LogMessage.all(in: log, from: nil)
    default: []
    }
  }
}

extension LogMessage {
  /// Link messages have no place, so their compiler makes no difference.
  fileprivate static func all(in log: String?, from vendor: Vendor?) -> [LogMessage] {
    log.map { DriverLog.parse(Array($0.utf8), as: vendor, failed: true) } ?? []
  }
}
