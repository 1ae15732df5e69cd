import GLESKitCommandLine
import GLESKitDoctor
import GLESKitSupport
import Glibc
import Recording

/// What `--manifest` writes and `verify` reads: how a job was made, and the hashes of its files.
struct Manifest {
  /// A file of the job.
  struct File: Hashable {
    /// The path as in the arguments.
    let path: String
    let sha256: String

    init(hashing path: String) throws(FileError) {
      (self.path, sha256) = (path, try SHA256.hash(ofFile: path))
    }

    fileprivate init?(_ json: JSON) {
      guard let path = json["path"].string, let hash = json["sha256"].string else { return nil }
      (self.path, sha256) = (path, hash)
    }

    fileprivate var json: JSON { ["path": .string(path), "sha256": .string(sha256)] }
  }

  /// What drew and encoded the files.
  private(set) var maker: [JSON.Member] = []
  /// The tool's arguments.
  let arguments: [String]
  let inputs: [File]
  private(set) var outputs: [File] = []

  /// Hashes the inputs of a job, before it runs: its outputs may lie in the folder of its inputs.
  init(inputsOf plan: BookPlan, arguments: [String]) throws {
    self.arguments = arguments
    inputs = try plan.inputFiles().map {
      try Interruption.check()
      return try File(hashing: $0)
    }
  }

  /// Hashes the outputs of the job, and writes the manifest.
  consuming func write(outputsOf plan: BookPlan, to path: String) throws {
    // Not sooner: Mesa reads its settings once, and the job sets them before it draws.
    maker = try Self.maker(drawsFrames: !plan.isWebPage)
    outputs = try plan.outputFiles.map {
      try Interruption.check()
      return try File(hashing: $0)
    }
    try AtomicFile.write(Array((json.text() + "\n").utf8), to: path)
  }

  /// Reads a manifest.
  ///
  /// - Throws: ``UsageError`` for another file.
  init(reading path: String) throws(UsageError) {
    let file = try SettingsFile(path)
    let content = JSON.object(file.members)
    func list(_ name: String) -> [JSON] { content[name].elements }
    guard content["manifest"].integer == 1, case .object(let maker) = content["maker"] else {
      throw UsageError("'\(path)' is not a manifest; use a file that pagecurl --manifest wrote")
    }
    self.maker = maker
    arguments = list("arguments").compactMap(\.string)
    inputs = list("inputs").compactMap(File.init)
    outputs = list("outputs").compactMap(File.init)
    guard arguments.count == list("arguments").count, inputs.count == list("inputs").count,
      outputs.count == list("outputs").count, !outputs.isEmpty
    else { throw UsageError("\(path): is damaged; write it again with pagecurl --manifest") }
  }

  private var json: JSON {
    [
      "manifest": 1, "maker": .object(maker), "arguments": .array(arguments.map(JSON.string)),
      "inputs": .array(inputs.map(\.json)), "outputs": .array(outputs.map(\.json)),
    ]
  }

  /// The versions that decide the bytes of outputs.
  static func maker(drawsFrames: Bool) throws -> [JSON.Member] {
    let programs = [ProgramCheck.ffmpeg, .poppler].map {
      JSON.Member($0.name, $0.installedVersion().map(JSON.string) ?? .null)
    }
    // Web pages are drawn by the reader's browser.
    let driver = drawsFrames ? JSON.string(try DoctorCommand.driver()) : .null
    return [
      JSON.Member("pagecurl", .string(gleskitVersion)), JSON.Member("driver", driver),
    ] + programs + [JSON.Member("processor", .string(processor))]
  }

  private static var processor: String {
    let lines = String(decoding: (try? Files.read("/proc/cpuinfo")) ?? [], as: UTF8.self)
      .split(separator: "\n")
    let line = lines.first { $0.hasPrefix("model name") } ?? "unknown"
    return line.split(separator: ":").last.map { $0.split(separator: " ").joined(separator: " ") }
      ?? "unknown"
  }
}
