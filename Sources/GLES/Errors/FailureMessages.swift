import CompilerLogs

extension CompilationFailure {
  /// The messages of the log with severity, line, column and text; empty if the driver gave no
  /// reason. Lines in a format that is not known of this driver are whole messages. Where the
  /// source includes files, `path` and `line` are those of the file.
  public var messages: [LogMessage] {
    writtenMessages.map { message in
      guard let line = message.line, let lines, lines.indices.contains(line - 1) else {
        return message
      }
      var located = message
      (located.path, located.line) = (lines[line - 1].path, lines[line - 1].number)
      return located
    }
  }

  /// The messages, which count the lines of the source.
  var writtenMessages: [LogMessage] { LogMessage.all(in: log, from: vendor) }
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
