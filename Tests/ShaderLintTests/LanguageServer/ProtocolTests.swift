import GLESKitSupport
import GLSL
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// The base protocol, the life of a server, and what hostile editors send.
@Suite struct ProtocolTests {
  /// What the tool answers to `input`, and its exit status.
  private func serve(_ input: String) throws -> (answers: [JSON], status: Int) {
    let process = try Subprocess([builtTool("shaderlint"), "server"], input: Array(input.utf8))
    var answers: [JSON] = []
    var rest = String(decoding: process.output, as: UTF8.self)[...]
    while let end = rest.firstRange(of: "\r\n\r\n") {
      let length = try #require(Int(rest[..<end.lowerBound].dropFirst("Content-Length: ".count)))
      let body = rest[end.upperBound...].utf8.prefix(length)
      answers.append(try JSONDocument(String(body) ?? "").value)
      rest = rest[body.endIndex...]
    }
    return (answers, process.status)
  }

  private func message(_ json: String) -> String {
    "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
  }

  private let start = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#
  private let stop = #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#
  private let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  @Test func lives() throws {
    let run = try serve(message(start) + message(stop) + message(exit))
    #expect(run.status == 0)
    #expect(run.answers.count == 2)
    #expect(run.answers.first?["result"]["serverInfo"]["name"] == "shaderlint")
    #expect(run.answers.first?["result"]["capabilities"]["textDocumentSync"]["change"] == 2)
    #expect(try serve(message(start) + message(exit)).status == 1, "exit without shutdown")
    #expect(try serve(message(start) + message(stop)).status == 1, "a closed stream")
    #expect(try serve("").status == 1)
  }

  @Test func rejectsWhatIsNotAMessage() throws {
    let wrong = [
      "{", "[]", "{}", "\u{0}", #"{"id":4}"#, #"{"id":5,"method":"no/such","params":3}"#,
      #"{"id":6,"method":"textDocument/hover"}"#,
      #"{"id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none"}}}"#,
      #"{"id":8,"method":"initialize"}"#,
    ]
    let input = ([start] + wrong + [stop, exit]).map(message).joined()
    let run = try serve(input)
    #expect(run.status == 0)
    let codes = run.answers.compactMap { $0["error"]["code"].integer }
    #expect(
      codes == [-32700, -32600, -32600, -32700, -32600, -32601, -32602, -32602, -32600],
      "\(codes)")
  }

  @Test func answersOfTheEditorNeedNoAnswer() throws {
    let answers = [#"{"id":"watch","result":null}"#, #"{"id":"watch","error":{"code":1}}"#]
    let run = try serve(([start] + answers + [stop, exit]).map(message).joined())
    #expect(run.answers.count == 2)
  }

  @Test func answersInOrderOfTheProtocol() throws {
    let early = #"{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":{}}"#
    let run = try serve(message(early) + message(start) + message(stop) + message(early))
    let codes = run.answers.map { $0["error"]["code"].integer }
    #expect(codes == [-32002, nil, nil, -32600])
    #expect(run.answers.first?["id"] == "a")
  }

  @Test func endsWithAStreamThatCannotBeSplit() throws {
    #expect(try serve("Content-Length: many\r\n\r\n{}").status == 1)
    #expect(try serve("Content-Length: 99999999999999999999\r\n\r\n").status == 1)
    #expect(try serve(String(repeating: "x", count: 100_000)).status == 1)
    #expect(try serve("Content-Length: 100\r\n\r\n{}").status == 1)
  }

  @Test func readsOtherHeaders() throws {
    let header = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
    let run = try serve("\(header)content-length:\(start.utf8.count)\r\n\r\n\(start)")
    #expect(run.answers.count == 1)
  }

  @Test func cancels() throws {
    let hover = #"{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{}}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#
    let run = try serve([start, hover, cancel, stop, exit].map(message).joined())
    let answer = run.answers.first { $0["id"] == 3 }
    #expect(answer?["error"]["code"] == -32800)
  }

  @Test(arguments: [
    "file:///a/b%20c.frag", "file:///a/%C3%A4.frag", "file:///a/%25.frag", "file:///plain-._~",
  ])
  func uris(_ uri: String) {
    #expect(FileURI.uri(FileURI.path(uri)) == uri)
  }

  @Test func urisOfOthers() {
    #expect(FileURI.path("file://host/a.frag") == "/a.frag")
    #expect(FileURI.path("untitled:1") == "untitled:1")
    #expect(FileURI.path("file:///a%zz") == "file:///a%zz")
    #expect(FileURI.uri("untitled:1") == "untitled:1")
  }

  /// UTF-16 columns: é is one unit of two bytes, 🙂 two units of four bytes.
  @Test func positions() {
    let text = SourceText(path: "", bytes: Array("aé🙂b\r\nc\rd".utf8))
    let columns = [(0, 0), (1, 1), (2, 3), (4, 7), (5, 8), (99, 8)]
    for (character, offset) in columns {
      #expect(text.offset(of: TextPosition(line: 0, character: character)) == offset)
    }
    #expect(text.offset(of: TextPosition(line: 0, character: 3)) == 3, "the middle of a pair")
    #expect(text.offset(of: TextPosition(line: 1, character: 1)) == 11)
    #expect(text.offset(of: TextPosition(line: 2, character: 0)) == 12)
    #expect(text.offset(of: TextPosition(line: 9, character: 0)) == 13)
    #expect(text.position(at: 7) == TextPosition(line: 0, character: 4))
    #expect(text.position(at: 12) == TextPosition(line: 2, character: 0))
  }

  /// Against the columns that Swift's strings count.
  @Test func positionsInAnyText() {
    var random = SeededGenerator(seed: 1)
    let alphabet = ["a", "é", "€", "🙂", "\n", "\r\n"]
    for _ in 0..<200 {
      let characters = (0..<40).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &random)]
      }
      let text = SourceText(path: "", bytes: Array(characters.joined().utf8))
      var (offset, position) = (0, TextPosition(line: 0, character: 0))
      for character in characters {
        #expect(text.position(at: offset) == position && text.offset(of: position) == offset)
        offset += character.utf8.count
        position =
          character.utf8.last == .newline
          ? TextPosition(line: position.line + 1, character: 0)
          : TextPosition(line: position.line, character: position.character + character.utf16.count)
      }
    }
  }

  /// What is no character counts a unit for each byte, and what is cut off in it, too.
  @Test func positionsInBytesThatAreNoText() {
    let text = SourceText(path: "", bytes: [0xFF, 0xE2, 0x82, 0x0A, 0xC3, 0xA9, 0xE2, 0x82])
    #expect(text.position(at: 3) == TextPosition(line: 0, character: 3))
    #expect(text.position(at: 8) == TextPosition(line: 1, character: 3))
    #expect(text.offset(of: TextPosition(line: 1, character: 2)) == 7)
  }
}
