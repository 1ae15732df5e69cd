import CompilerLogs

/// libFuzzer's entry: any text is read as a log without a crash, and none of its lines is lost.
/// Called for every input; 0 keeps it as a candidate for the corpus.
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
