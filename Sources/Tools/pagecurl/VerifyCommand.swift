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
      + "and compares each output. Outputs that still exist must not have changed, either. Run it "
      + "in the folder in which the manifest was written.",
    "The same versions, driver and processor family give the same bytes. For others, set "
      + "--tolerance: images are then compared pixel by pixel with the existing outputs. "
      + "Videos, animations and web pages must have the same bytes.",
  ],
  table: OptionTable(
    VerifyOptions(),
    positionals: [
      .required(
        \.manifest, .path("MANIFEST", completion: .files(["json"])),
        help: "The file that --manifest wrote.")
    ],
    groups: [
      OptionGroup(
        "Comparison",
        [
          .optional(
            \.tolerance, "tolerance", .integer("STEPS", in: 0...255),
            help: "Largest allowed difference per channel. Default: the bytes must be identical.")
        ])
    ]),
  examples: [
    Example("pagecurl book.pdf -o out/ --manifest out.json", "draw, and write the manifest"),
    Example("pagecurl verify out.json", "draw again: the same bytes"),
    Example("pagecurl verify out.json --tolerance 2", "on a machine with another driver"),
  ],
  exitMeanings: [
    .done: "All outputs are the same.",
    .failed: "An input or output differs, or could not be read or drawn.",
    .usage: "The command line or the manifest is wrong.",
  ]
) { values in
  Interruption.watch()
  let manifest = try Manifest(reading: values.manifest)
  let scratch = try ScratchFolder()
  let verification = Verification(manifest: manifest, tolerance: values.tolerance)
  let problems = try verification.problems(drawingIn: scratch.path)
  let count = manifest.outputs.count
  try StandardOutput.write(
    (problems + [
      "\(counted(count, "output")): \(problems.isEmpty ? "ok" : "different")"
    ])
    .map { "\(oneLine($0))\n" }.joined())
  return problems.isEmpty ? .done : .failed
}

struct VerifyOptions: Sendable {
  var manifest = ""
  var tolerance: Int?
}

/// The comparison of a job with its manifest.
private struct Verification {
  let manifest: Manifest
  let tolerance: Int?

  /// Draws the job again, and returns a sentence for each difference.
  func problems(drawingIn folder: String) throws -> [String] {
    guard let arguments = try BookArguments.table.parse(manifest.arguments) else {
      throw UsageError("the manifest's arguments draw nothing")
    }
    let changed = try manifest.inputs.filter { try Manifest.File(hashing: $0.path) != $0 }
    if !changed.isEmpty {
      return changed.map {
        "'\($0.path)': this input has changed; restore it, or " + Self.anew
      }
    }
    var job = try arguments.makeJob()
    if case .webPage(let path, _) = job.output { job.webPageName = path }
    job.output = job.output.moved(to: folder)
    job.contactSheet = job.contactSheet.map { "\(folder)/sheet-\(lastName(of: $0))" }
    job.otherOutputs = []
    job.resumes = false
    let plan = try OptionError.converting { try job.plan() }
    try plan.draw(job) { _ in try Interruption.check() }
    let drawn = plan.outputFiles
    var pairs = Array(zip(manifest.outputs, drawn))
    var others: [String] = []
    if plan.isWebPage {
      (pairs, others) = pagePairs(drawn.map { (String($0.dropFirst(folder.count + 1)), $0) })
    } else if drawn.count != manifest.outputs.count {
      return [
        "the job writes \(drawn.count) files now, not \(manifest.outputs.count); " + Self.anew
      ]
    }
    let found = try pairs.compactMap { try difference($0, drawn: $1) }
    let maker = found.contains(where: \.mayBeTheMakers) ? made(drawsFrames: !plan.isWebPage) : ""
    return found.map { $0.sentence + ($0.mayBeTheMakers ? maker : "") } + others
  }

  /// The files of a web page that both the manifest and the job have, and a sentence for each of
  /// the others: another version may write more files, or fewer.
  private func pagePairs(
    _ drawn: [(name: String, path: String)]
  ) -> (pairs: [(Manifest.File, String)], others: [String]) {
    var rest = manifest.outputs
    var pairs: [(Manifest.File, String)] = []
    var others: [String] = []
    for (name, path) in drawn {
      if let index = rest.firstIndex(where: { "/\($0.path)".hasSuffix("/\(name)") }) {
        pairs.append((rest.remove(at: index), path))
      } else {
        others.append("'\(name)': the job writes this file now, which the manifest lacks")
      }
    }
    return (pairs, others + rest.map { "'\($0.path)': the job doesn't write this file now" })
  }

  private struct Difference {
    var sentence: String
    /// Whether another driver or version may be the cause.
    var mayBeTheMakers = true
  }

  /// How a file differs from the manifest; `nil` if it doesn't.
  private func difference(_ output: Manifest.File, drawn path: String) throws -> Difference? {
    let there = try? Manifest.File(hashing: output.path)
    func other(_ what: String, mayBeTheMakers: Bool = true) -> Difference {
      Difference(sentence: "'\(output.path)': \(what)", mayBeTheMakers: mayBeTheMakers)
    }
    if try SHA256.hash(ofFile: path) == output.sha256 {
      return there == nil || there == output
        ? nil
        : other(
          "the file itself has changed; delete it, and draw the job again", mayBeTheMakers: false)
    }
    guard let tolerance else { return other("other bytes") }
    guard ImageFormat(extensionOf: path) != nil else {
      return other("other bytes; only images are compared with a tolerance")
    }
    guard there == output else {
      return other(
        "other bytes, and the file itself has changed or is gone; " + Self.anew,
        mayBeTheMakers: false)
    }
    let (old, new) = (try ImageFile.read(output.path), try ImageFile.read(path))
    guard old.width == new.width, old.height == new.height else {
      return other("another size", mayBeTheMakers: false)
    }
    let most = zip(old.pixels, new.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    return most <= tolerance ? nil : other("differs by \(most) of 255")
  }

  /// What made the outputs, if it is not what draws now.
  private func made(drawsFrames: Bool) -> String {
    let now = (try? Manifest.maker(drawsFrames: drawsFrames)) ?? []
    let others = manifest.maker.filter { !now.contains($0) }
    guard !others.isEmpty else { return "; " + Self.anew }
    let list = others.map { "\($0.name) \($0.value.text(isPretty: false))" }
    return "; made with \(list.joined(separator: ", ")), so use that, or "
      + (tolerance == nil && drawsFrames ? "--tolerance" : Self.anew)
  }

  /// What to do if the outputs are to differ.
  private static let anew = "draw the job again with --manifest"
}
