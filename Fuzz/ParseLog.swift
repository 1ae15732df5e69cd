import CompilerLogs

/// libFuzzer's entry point. The parser must read any text as a log without a crash and without
/// losing a line. Returning 0 keeps the input as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let log = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(LogAudit.lostLines(of: log).isEmpty)
  for dialect in LogDialect.all {
    for message in LogParser.parse(log, as: dialect).messages {
      precondition(message.text.utf8.count <= 8 * LogParser.messageLimit)
    }
  }
  return 0
}
