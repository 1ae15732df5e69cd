import TestSupport
import Testing

@testable import CompilerLogs

/// The logs that a compiler wrote, without the words of a program around them.
private let drivers = LogCase.all.filter { log in
  let vendor = Vendor.all.first { $0.name == log.dialect }
  return !log.expected.isEmpty
    && DriverLog.lines(log.text).allSatisfy { line in
      vendor.map { ($0.read(line) ?? $0.heading(line) ?? Vendor.count(line)) != nil } ?? false
    }
}

@Test func manyLogsAreADrivers() { #expect(drivers.count >= 60) }

@Test(arguments: drivers) func readsADriversLog(_ log: LogCase) {
  let vendor = Vendor.all.first { $0.name == log.dialect }
  let hasErrors = log.expected.contains { $0.severity == "error" }
  for vendor in [vendor, nil] {
    let messages = DriverLog.parse(log.text, as: vendor, failed: hasErrors)
    #expect(messages.map(\.severity.word) == log.expected.map(\.severity))
    #expect(messages.map(\.line) == log.expected.map(\.line), "\(messages)")
    #expect(messages.map(\.column) == log.expected.map(\.column))
    #expect(zip(messages, log.expected).allSatisfy { $0.text.hasPrefix($1.start) })
  }
}

/// The linker of a driver that was asked wrote each line, whatever its form.
@Test func linesOfAnUnknownFormAreErrorsOfAFailure() {
  let log = Array("Varyings: out of luck\nin two lines".utf8)
  let failed = DriverLog.parse(log, as: .powerVR, failed: true)
  #expect(failed.map(\.severity) == [.error, .error])
  #expect(failed.map(\.isUnknown) == [false, false])
  let accepted = DriverLog.parse(log, as: .powerVR, failed: false)
  #expect(accepted.map(\.isUnknown) == [true, true])
}

@Test func videoCoresLines() {
  for (log, line, stage) in [
    ("ERROR:CUSTOM-14 (fragment shader, line 5) text", 5, ShaderStage.fragment),
    ("fs 0 (ln 4): text", 4, .fragment), ("vs 0 (ln 7): error: text", 7, .vertex),
  ] {
    let messages = DriverLog.parse(Array(log.utf8), as: .videoCore, failed: true)
    #expect(messages.map(\.line) == [line] && messages.first?.stage == stage, "\(messages)")
    #expect(messages.first?.text == "text")
  }
}

@Test func theDriverNamesTheCompiler() {
  for (driver, name) in [
    ("Mesa llvmpipe (LLVM 15.0.6, 256 bits) OpenGL ES 3.2 Mesa 22.3.6", "mesa"),
    ("Intel Mesa Intel(R) Graphics (ADL GT2) OpenGL ES 3.2 Mesa 23.1", "mesa"),
    ("Google Inc. (Intel) ANGLE (Intel, Mesa Intel(R) UHD Graphics) OpenGL ES 3.0", "angle"),
    ("NVIDIA Corporation NVIDIA H200/PCIe/SSE2 OpenGL ES 3.2 NVIDIA 580.159.04", "nvidia"),
    ("Qualcomm Adreno (TM) 640 OpenGL ES 3.2 V@0502.0", "adreno"),
    ("freedreno FD618 OpenGL ES 3.2 Mesa 21.2", "mesa"),
    ("ARM Mali-G78 OpenGL ES 3.2 v1.r32p1", "mali"), ("Broadcom VideoCore IV HW", "videocore"),
  ] {
    #expect(Vendor.of(driver: driver)?.name == name, "\(driver)")
  }
  #expect(Vendor.of(driver: "a new driver") == nil)
}

@Test func formsSayWhatMayBeMissing() {
  let form: LogForm = "[{path}]({line}[,{column}]) : {severity}[ {code}]: {text}"
  for (line, column, code) in [
    ("a.frag(12,5): error X3004: bad", 5, "X3004"), ("(12) :error: bad", nil, nil),
    ("(12)  :  ERROR C1008:bad", nil, "C1008"),
  ] as [(String, Int?, String?)] {
    let message = form.read(Array(line.utf8)[...])
    #expect(message?.line == 12 && message?.column == column && message?.code == code)
    #expect(message?.text == "bad")
  }
  for line in ["12: error: bad", "(12: error: bad", "(12): bad", "(12): error:"] {
    #expect(form.read(Array(line.utf8)[...]) == nil, "\(line)")
  }
}

@Test func formsHaveGaps() {
  let form: LogForm = "Types of {any} '{any}' differ"
  for line in ["types of varying 'fog' differ between shaders", "Types of uniform 'a b' differ"] {
    #expect(form.end(in: Array(line.utf8)[...]) != nil, "\(line)")
  }
  for line in ["types of fog differ", "the types of varying 'fog' differ"] {
    #expect(form.end(in: Array(line.utf8)[...]) == nil, "\(line)")
  }
}

@Test func wordsAreReadInAnyCase() {
  for (line, word) in [
    ("error: x", "ERROR: "), ("ERROR: x", "error: "), ("eRRor: x", "ErroR: "),
  ] {
    var cursor = LogCursor(Array(line.utf8)[...])
    #expect(cursor.take(word) && cursor.rest == "x", "\(line)")
  }
  var bracket = LogCursor(Array("[1".utf8)[...])
  #expect(!bracket.take("{1") && bracket.rest == "[1")
}

@Test func logsWithoutNewlinesTakeLittleMemory() {
  var buffer = LogBuffer()
  let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
  for _ in 0..<6 { piece.withUnsafeBytes { buffer.add($0) } }
  #expect(buffer.bytes.count == LogBuffer.lineLimit)
  Array("\n0:2(3): error: bad\n".utf8).withUnsafeBytes { buffer.add($0) }
  #expect(DriverLog.parse(buffer.bytes, as: .mesa, failed: true).last?.line == 2)
}

@Test func longMessagesLoseTheirMiddle() {
  let name = String(repeating: "x", count: 300_000)
  let messages = DriverLog.parse(
    Array("0:2(3): error: `\(name)' undeclared\n".utf8), as: .mesa, failed: true)
  #expect(messages.count == 1)
  #expect((messages.first?.text.utf8.count ?? 0) < 1000)
  #expect(messages.first?.text.hasSuffix("undeclared") == true)
  let log =
    "0:3(27): error: no matching function for call to `f()'; candidates are:\n"
    + "0:3(27): error:    float f(\(name))\n"
  let call = DriverLog.parse(Array(log.utf8), as: .mesa, failed: true)
  #expect(call.first?.details.count == 1)
}

@Test func namesAreTakenFromTheQuotesOfEveryDriver() {
  let texts = [
    "`lihgt' undeclared", "'lihgt' : undeclared identifier", "unknown name \"lihgt\"",
    "can't find 'lihgt'",
  ]
  for text in texts { #expect(LogMessage.quotedName(in: text) == "lihgt", "\(text)") }
  #expect(LogMessage.quotedName(in: "syntax error, unexpected end of file") == nil)
}

@Test func namesTellTheStage() {
  for name in [
    "a.vert", "dir.frag/a.VS", "a.vert.glsl", "b.vsh..GLSL", "ü.glslv", "a.vp", "a.vert.shader",
    "a.VertexShader", "dir/vertex.glsl", "blur2VS.glsl", "übVert.glsl", "a_vs.glsles",
  ] {
    #expect(ShaderStage(path: name) == .vertex, "\(name)")
  }
  for name in [
    "a.frag", "x/y.fs", "a.vert.fsh", "a.glslf.glsl.", "aVertexFrag.glsl", "-fragment.glsl",
  ] {
    #expect(ShaderStage(path: name) == .fragment, "\(name)")
  }
  for name in [
    "", ".", "..", "a", "a.glsl", "a.vert.txt", "a.vert/b", "glsl.glsl", "a.shader", "vert",
    "blur_v.glsl", "offs.glsl", "OFFS.glsl", "canvas.glsl", "aVert.fx", "aVert.txt",
  ] {
    #expect(ShaderStage(path: name) == nil, "\(name)")
  }
}

/// Mesa ends a warning with a line end and a period, so the next one begins with the period.
@Test func aPeriodBeforeAWarningIsNoPartOfIt() {
  let warning = "warning: fragment shader varying v not written by vertex shader\n."
  let log = Array((warning + warning.replacing(" v ", with: " w ")).utf8)
  let messages = DriverLog.parse(log, as: .mesa, failed: false)
  #expect(messages.count == 2)
  #expect(messages.allSatisfy { !$0.isUnknown && $0.severity == .warning })
}
