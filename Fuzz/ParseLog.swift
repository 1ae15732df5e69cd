import CompilerLogs

/// libFuzzer's entry point. Any text must be read as a log, in every form, without a crash.
/// Returning 0 keeps the input as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let log = Array(UnsafeBufferPointer(start: start, count: count))
  var messages = FoundLog(log).messages + DriverLog.parse(log, as: nil, failed: true)
  for vendor in Vendor.found {
    messages += FoundLog(log, as: vendor).messages
    messages += DriverLog.parse(log, as: vendor, failed: false)
  }
  precondition(messages.allSatisfy { $0.text.utf8.count <= 8 * DriverLog.messageLimit })
  return 0
}
