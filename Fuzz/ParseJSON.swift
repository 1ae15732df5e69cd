import GLESKitSupport

/// libFuzzer's entry point. Any text must become a value or an error at a place in the text. Values
/// must be read back from their own text, and their parts must be found in the first text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
  func check(_ place: TextError) {
    precondition(place.line >= 1 && place.line <= lines.count)
    precondition(place.column >= 1 && place.column <= lines[place.line - 1].count + 1)
  }
  do throws(TextError) {
    let document = try JSONDocument(text)
    for isPretty in [false, true] {
      let written = document.value.text(isPretty: isPretty)
      precondition(written.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
      guard let read = try? JSONDocument(written).value, read == document.value else {
        preconditionFailure("reads \(written) differently")
      }
    }
    switch document.value {
    case .object(let members):
      for member in members.prefix(8) {
        check(document.failure(at: JSON.path("", member: member.name), ""))
      }
    case .array(let elements):
      if !elements.isEmpty {
        check(document.failure(at: JSON.path("", element: elements.count - 1), ""))
      }
    default: check(document.failure(at: "", ""))
    }
  } catch {
    check(error)
    precondition(!error.problem.isEmpty)
  }
  return 0
}
