import GLESKitSupport
import TestSupport
import Testing

@testable import Recording

/// The library names its API, and a tool its own command.
@Test func aPDFIsNoClip() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/a.pdf"
  try AtomicFile.write(Array("%PDF-1.4\n".utf8), to: path)
  let error = #expect(throws: RecordingError.self) { _ = try Clip(path) }
  #expect(error?.description == "'\(path)' is a PDF; write a still of its page with BookJob first")
}
