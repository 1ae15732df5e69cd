import CompilerLogs
import GLSL

/// libFuzzer's entry point. The front end must check any text as a shader without a crash. Findings
/// and fixes must lie in the text, and the queries of an editor must answer everywhere in it.
///
/// The first byte chooses the stage and the profile.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let choice = start[0]
  let text = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let shader = CheckedShader(
    text, Scan(text), stage: choice & 1 == 0 ? .fragment : .vertex,
    profile: choice & 2 == 0 ? .es2 : .webgl1)
  for finding in shader.findings {
    check(finding.range, count - 1)
    for related in finding.related { check(related.range, count - 1) }
    precondition(!finding.message.isEmpty && finding.message.utf8.count < 2000)
    var end: Int32 = 0
    for edit in finding.fix?.edits ?? [] {
      check(edit.range, count - 1)
      precondition(edit.range.start >= end)
      end = edit.range.end
    }
  }
  _ = Declarations(shader)
  let names = NameIndex(shader)
  for offset in [0, count / 3, count / 2, count - 1] {
    _ = names.entry(at: offset)
    _ = shader.visibleSymbols(at: shader.itemCount(before: offset))
    _ = shader.expression(endingAt: offset)
  }
  return 0
}

private func check(_ range: SourceRange, _ count: Int) {
  precondition(range.start >= 0 && range.start <= range.end && range.end <= count)
  precondition(range.line >= 1)
}
