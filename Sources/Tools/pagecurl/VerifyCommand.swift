import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import Recording

let verifyCommand = Command(
  "verify",
  summary: "Draw a job again and compare it with its manifest",
  discussion: [
    "Checks that the inputs are those of the manifest, draws the job again into a temporary folder "
      + "and compares each output. Run it in the folder in which the manifest was written.",
    "The same versions, driver and processor family give the same bytes. For others, set "
      + "--tolerance: images are then compared by their pixels with the outputs that are there. "
      + "Videos, animations and web pages must have the same bytes.",
    "Exits with 1 if an input or output differs.",
  ],
  table: OptionTable(
    VerifyOptions(),
    positionals: [
      .required(\.manifest, .path("MANIFEST", completion: .files(["json"])), help: "The manifest.")
    ],
    groups: [
      OptionGroup(
        "Comparison",
        [
          .optional(
            \.tolerance, "tolerance", .integer("STEPS", in: 0...255, unit: "steps of 255"),
            help: "Largest difference of a channel. Default: the bytes must be the same.")
        ])
    ]),
  examples: [
    Example("pagecurl book.pdf -o out/ --manifest out.json", "draw, and write the manifest"),
    Example("pagecurl verify out.json", "draw again: the same bytes"),
    Example("pagecurl verify out.json --tolerance 2", "on a machine with another driver"),
  ]
) { values in
  Interruption.watch()
  let manifest = try Manifest(reading: values.manifest)
  let scratch = try ScratchFolder()
  let verification = Verification(manifest, tolerance: values.tolerance)
  let problems = try verification.problems(drawingIn: scratch.path)
  let count = manifest.outputs.count
  try StandardOutput.write(
    (problems + [
      "\(count) output\(count == 1 ? "" : "s"): \(problems.isEmpty ? "ok" : "different")"
    ])
    .map { "\(oneLine($0))\n" }.joined())
  return problems.isEmpty ? .done : .failed
}

struct VerifyOptions: Sendable {
  var manifest = ""
  var tolerance: Int?
}

/// A new folder in `TMPDIR`, removed with the files in it.
private final class ScratchFolder {
  let path: String

  init() throws(FileError) {
    let parent = environment("TMPDIR") ?? "/tmp"
    var name = Array("\(parent)/pagecurl-verify-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw FileError(.createFolder, parent, code: errno) }
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    for folder in ["\(path)/frames", path] {
      for name in (try? Files.list(folder)) ?? [] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }
}

/// The comparison of a job with its manifest.
private struct Verification {
  private let manifest: Manifest
  private let tolerance: Int?

  init(_ manifest: Manifest, tolerance: Int?) {
    self.manifest = manifest
    self.tolerance = tolerance
  }

  /// Draws the job again, and returns a sentence for each difference.
  func problems(drawingIn folder: String) throws -> [String] {
    guard var options = try TurnOptions.table.parse(manifest.arguments) else {
      throw UsageError("the manifest's arguments draw nothing")
    }
    let changed = try manifest.inputs.filter { try Manifest.File(hashing: $0.path) != $0 }
    if !changed.isEmpty { return changed.map { "'\($0.path)': this input has changed" } }
    func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "output" }
    if case .frames = try options.job().output {
      options.output = "\(folder)/frames"
    } else {
      options.output = "\(folder)/\(name(options.output ?? ""))"
    }
    options.contactSheet = options.contactSheet.map { "\(folder)/sheet-\(name($0))" }
    options.manifest = nil
    options.resumes = false
    let job = try options.job()
    let plan = try OptionError.converting { try job.plan() }
    try DoctorCommand.checkMemory()
    tuneProcess(isParallel: job.threads != nil || plan.frameCount > 1)
    try OptionError.converting { try plan.run { _ in try Interruption.check() } }
    let drawn = plan.outputFiles
    guard drawn.count == manifest.outputs.count else {
      return ["the job writes \(drawn.count) files now, not \(manifest.outputs.count)"]
    }
    return try zip(manifest.outputs, drawn).compactMap { try problem($0, drawn: $1) }
  }

  /// How a file differs from the manifest; `nil` if it doesn't.
  private func problem(_ output: Manifest.File, drawn path: String) throws -> String? {
    if try SHA256.hash(ofFile: path) == output.sha256 { return nil }
    guard let tolerance else { return "'\(output.path)': other bytes" + made() }
    guard ImageFormat(extensionOf: path) != nil else {
      return "'\(output.path)': other bytes; only images are compared with a tolerance" + made()
    }
    guard let there = try? Manifest.File(hashing: output.path), there == output else {
      return "'\(output.path)': other bytes, and the file itself has changed or is gone"
    }
    let (old, new) = (try ImageFile.read(output.path), try ImageFile.read(path))
    guard old.width == new.width, old.height == new.height else {
      return "'\(output.path)': another size"
    }
    let most = zip(old.pixels, new.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    return most <= tolerance ? nil : "'\(output.path)': differs by \(most) of 255" + made()
  }

  /// What made the outputs, if it is not what draws now.
  private func made() -> String {
    let now = (try? Manifest.maker()) ?? []
    let others = manifest.maker.filter { !now.contains($0) }
    guard !others.isEmpty else { return "" }
    let list = others.map { "\($0.name) \($0.value.text(isPretty: false))" }
    return "; made with \(list.joined(separator: ", "))"
  }
}
