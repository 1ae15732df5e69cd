import GLES
import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import Glibc
import Offscreen
import TestSupport
import Testing

@Test func reportNamesRouteDriverLimitsAndExtensions() throws {
  let offscreen = try OffscreenContext()
  let report = DriverReport(of: offscreen)
  let text = report.text(listsExtensions: true)
  #expect(text.contains("\(offscreen.route): opened (in use)"))
  #expect(text.contains(offscreen.gl.driver.renderer))
  let sizes = text.split(separator: "\n").filter { $0.hasPrefix("  texture size ") }
  #expect(sizes.count == 1 && sizes[0].hasSuffix("  \(offscreen.gl.limits.textureSize)"))
  let sides = offscreen.gl.limits.pointSize
  let points = text.split(separator: "\n").filter { $0.hasPrefix("  point size ") }
  #expect(points.count == 1 && sides.lowerBound < sides.upperBound)
  #expect(points[0].hasSuffix("  \(Double(sides.lowerBound))…\(Double(sides.upperBound))"))
  #expect(text.contains("\n  GL_OES_element_index_uint\n"))
  let short = report.text(listsExtensions: false)
  #expect(!short.contains("GL_OES_element_index_uint") && short.contains("--extensions"))
  #expect(
    report.members.map(\.name)
      == ["version", "route", "attempts", "egl", "driver", "limits", "precision", "extensions"])
  let json = JSON.object(report.members)
  let (driver, limits) = (offscreen.gl.driver, offscreen.gl.limits)
  #expect(json["driver"]["vendor"].string == driver.vendor)
  #expect(json["driver"]["renderer"].string == driver.renderer)
  #expect(json["driver"]["version"].string == driver.version)
  for (name, value) in [
    ("textureSize", limits.textureSize), ("vertexAttributes", limits.vertexAttributes),
    ("vertexUniformVectors", limits.vertexUniformVectors),
    ("fragmentUniformVectors", limits.fragmentUniformVectors),
    ("varyingVectors", limits.varyingVectors), ("textureUnits", limits.textureUnits),
  ] {
    #expect(json["limits"][name] == .integer(value), "\(name)")
  }
}

/// What the report says of a driver must be what a shader computes with it.
@Test func reportSaysWhatShadersCanDo() throws {
  let offscreen = try OffscreenContext()
  let report = DriverReport(of: offscreen)
  let (text, json) = (report.text(listsExtensions: false), JSON.object(report.members))
  let high = json["precision"]["fragment"]["highFloat"]
  #expect(high["fractionBits"] == .integer(offscreen.gl.limits.fragmentHighFloatBits))
  for stage in ["vertex", "fragment"] {
    for format in ["lowFloat", "mediumFloat", "highFloat", "lowInt", "mediumInt", "highInt"] {
      #expect(json["precision"][stage][format] != .null, "\(stage) \(format)")
    }
  }
  let lines = text.split(separator: "\n").filter {
    $0.contains("vertex lowp int") || $0.contains("fragment highp float")
  }
  #expect(lines.count == 2 && lines.allSatisfy { $0.contains("2^") })
  // The macro, by another way: a shader that is wrong where it is defined.
  let source = "#ifdef GL_FRAGMENT_PRECISION_HIGH\nnonsense\n#endif\nvoid main() {}"
  var isDefined = false
  do { _ = try Shader(offscreen.gl, stage: .fragment, source: source) } catch { isDefined = true }
  #expect(json["precision"]["definesFragmentHighp"] == .bool(isDefined))
  #expect(text.contains(isDefined ? "PRECISION_HIGH  defined" : "PRECISION_HIGH  not defined"))
}

@Test func reportTellsSoftwareFromHardware() throws {
  let offscreen = try OffscreenContext()
  let report = DriverReport(of: offscreen)
  let software = ["llvmpipe", "softpipe", "lavapipe", "SwiftShader", "lvp"]
  let isSoftware = software.contains { offscreen.gl.driver.renderer.contains($0) }
  #expect(JSON.object(report.members)["egl"]["software"] == .bool(isSoftware))
  let text = report.text(listsExtensions: false)
  #expect(text.contains("draws with   \(isSoftware ? "software" : "hardware")"), "\(text)")
}

@Test(arguments: ["pagecurl", "shaderlint"])
func examplesNameTheTool(_ tool: String) {
  let examples = DoctorCommand.command(of: tool).description.examples
  #expect(!examples.isEmpty && examples.allSatisfy { $0.commandLine.hasPrefix("\(tool) doctor") })
}

@Test func withoutADriverEveryAttemptIsListed() throws {
  try inOwnProcess { _ in
    // An EGL library without any vendor's driver, as on a machine where Mesa is missing.
    setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1)
    let error = try #require(throws: OffscreenError.self) { try OffscreenContext() }
    let failure = DoctorCommand.failure(error, noDriver: ExitStatus(rawValue: 3))
    #expect(failure.status.rawValue == 3)
    #expect(failure.details.contains { $0.hasPrefix("surfaceless: ") })
    #expect(failure.details.contains { $0.hasPrefix("gbm:/dev/dri/renderD128: ") })
    #expect(failure.details.contains { $0.hasPrefix("default: ") })
    #expect(failure.details.contains { $0.contains("unset __EGL_VENDOR_LIBRARY_DIRS") })
  }
}

@Test func anUnknownRouteIsRefused() throws {
  try inOwnProcess { _ in
    setenv("GLESKIT_DISPLAY", "srufaceless", 1)
    let error = try #require(throws: OffscreenError.self) { try OffscreenContext() }
    #expect(
      DoctorCommand.failure(error).description.contains(
        "GLESKIT_DISPLAY is 'srufaceless', which is not a route; use device"))
  }
}

/// Runs a tool's `doctor` in a shell, after `preparation`; `$P` is the tool.
private func doctor(
  _ tool: String, after preparation: String = ":", _ options: String = ""
) throws -> (status: Int, output: String) {
  let line = "P='\(builtTool(tool))'; \(preparation); \"$P\" doctor \(options)"
  let run = try Subprocess(["/bin/sh", "-c", line], capturesErrors: true)
  return (run.status, run.text)
}

@Test func aMachineWithEverythingHasNoProblems() throws {
  let run = try doctor("pagecurl")
  #expect(run.status == 0 && run.output.hasPrefix("Problems\n  none\nSystem\n"), "\(run)")
  for row in [
    "ffmpeg", "libx264, libvpx-vp9", "tiffcp", "heif-convert", "opj_decompress", "poppler", "fonts",
    "free space", "open files",
  ] {
    #expect(run.output.contains(row), "\(row)")
  }
  #expect(try doctor("shaderlint").status == 0)
  // The short form starts no program.
  let short = try doctor("pagecurl", after: "PATH=/nonexistent", "--driver")
  #expect(short.status == 0 && short.output.hasPrefix("Routes\n"), "\(short)")
}

/// Each problem names what does not work, and the remedy.
@Test(
  .long,
  arguments: [
    ("PATH=/nonexistent", "ffmpeg: is not installed", "apt-get install ffmpeg", 1),
    (
      "F=$(mktemp -d); cp \"$P\" $F; P=$F/pagecurl; "
        + "printf '#!/bin/sh\\nexit 127\\n' >$P-pdf-worker; chmod +x $P-pdf-worker",
      "poppler: does not run", "apt-get install --reinstall libpoppler-glib8", 1
    ),
    (
      "F=$(mktemp -d); ln -s /bin/false $F/ffmpeg; PATH=$F:$PATH", "ffmpeg: does not run",
      "install",
      1
    ),
    (
      "F=$(mktemp -d); printf '#!/bin/sh\\necho ffmpeg version 9\\n' >$F/ffmpeg;"
        + " chmod +x $F/ffmpeg; PATH=$F:$PATH",
      "ffmpeg: ", "libvpx-vp9", 1
    ),
    ("TMPDIR=/nonexistent; export TMPDIR", "free space: 0 MiB", "set TMPDIR", 1),
    ("ulimit -n 100", "open files: limited to 100", "ulimit -n 1024", 1),
    ("ulimit -v 200000", "virtual memory: limited to 195 MiB", "ulimit -v", 1),
    (
      "export __EGL_VENDOR_LIBRARY_DIRS=/nonexistent", "driver: no OpenGL ES 2.0 driver", "apt-get",
      1
    ),
  ])
func problemsHaveRemedies(preparation: String, problem: String, remedy: String, status: Int) throws
{
  let run = try doctor("pagecurl", after: preparation)
  #expect(run.status == status, "\(run)")
  let line = run.output.split(separator: "\n").first { $0.contains(problem) && $0.contains(remedy) }
  #expect(line != nil, "\(run.output)")
  let json = try doctor("pagecurl", after: preparation, "--json")
  #expect(json.status == status)
  guard case .object(let members) = try JSONDocument(json.output).value else {
    Issue.record("no object")
    return
  }
  #expect(members.contains { $0.name == "problems" && $0.value != .array([]) })
}

@Test func withoutADriverShaderlintSaysSo() throws {
  let run = try doctor("shaderlint", after: "export __EGL_VENDOR_LIBRARY_DIRS=/nonexistent")
  #expect(run.status == 3 && run.output.contains("surfaceless: "), "\(run)")
}

/// Swift and Mesa end the process where memory or the stack run out, so both tools say before what
/// is missing.
@Test(arguments: [
  ("pagecurl", "--help", "-s 64", 1, "stack: limited to 64 KiB, but pagecurl needs 1024 KiB"),
  ("pagecurl", "a.png -o a.mp4", "-d 20000", 1, "data: limited to 19 MiB, but pagecurl needs"),
  ("pagecurl", "doctor", "-v 120000", 1, "virtual memory: limited to 117 MiB, but pagecurl needs"),
  ("shaderlint", "a.frag", "-s 96", 3, "stack: limited to 96 KiB, but shaderlint needs 1024 KiB"),
  ("shaderlint", "--help", "-d 80000", 3, "data: limited to 78 MiB, but shaderlint needs 128 MiB"),
])
func lowLimitsAreOneLine(
  tool: String, arguments: String, limit: String, status: Int, words: String
) throws {
  let line = "ulimit \(limit); exec '\(builtTool(tool))' \(arguments)"
  let run = try Subprocess(["/bin/sh", "-c", line], capturesErrors: true)
  let errors = String(decoding: run.errors, as: UTF8.self)
  #expect(run.status == status && errors.hasPrefix("\(tool): \(words)"), "\(run.status) \(errors)")
  #expect(errors.hasSuffix("; raise the limit with ulimit \(limit.prefix(2))\n"), "\(errors)")
}

/// Drawing takes more than the rest of the tool.
@Test func drawingNeedsMoreData() throws {
  let run = try doctor("pagecurl", after: "ulimit -d 400000", "--driver")
  #expect(
    run.status == 1
      && run.output.contains("data: limited to 390 MiB, but the driver needs 512 MiB"),
    "\(run)")
}
