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
      guard case .object(let members) = json, case .string(let path)? = members["path"],
        case .string(let hash)? = members["sha256"]
      else { return nil }
      (self.path, sha256) = (path, hash)
    }

    fileprivate var json: JSON { ["path": .string(path), "sha256": .string(sha256)] }
  }

  /// What drew and encoded the files.
  let maker: [JSON.Member]
  /// The tool's arguments.
  let arguments: [String]
  let inputs: [File]
  let outputs: [File]

  /// Hashes the files of a job that has run.
  init(of plan: BookPlan, arguments: [String]) throws {
    self.arguments = arguments
    maker = try Self.maker()
    inputs = try plan.inputFiles().map { try File(hashing: $0) }
    outputs = try plan.outputFiles.map { try File(hashing: $0) }
  }

  /// Reads a manifest.
  ///
  /// - Throws: ``UsageError`` for another file.
  init(reading path: String) throws(UsageError) {
    let file = try SettingsFile(path)
    func list(_ name: String) -> [JSON] {
      if case .array(let values)? = file.members[name] { values } else { [] }
    }
    guard case .integer(1)? = file.members["manifest"],
      case .object(let maker)? = file.members["maker"]
    else { throw UsageError("\(path): is not a manifest of pagecurl --manifest") }
    self.maker = maker
    arguments = list("arguments").compactMap {
      if case .string(let text) = $0 { text } else { nil }
    }
    inputs = list("inputs").compactMap(File.init)
    outputs = list("outputs").compactMap(File.init)
    guard arguments.count == list("arguments").count, inputs.count == list("inputs").count,
      outputs.count == list("outputs").count, !outputs.isEmpty
    else { throw UsageError("\(path): is damaged; write it again with pagecurl --manifest") }
  }

  var json: JSON {
    [
      "manifest": 1, "maker": .object(maker), "arguments": .array(arguments.map(JSON.string)),
      "inputs": .array(inputs.map(\.json)), "outputs": .array(outputs.map(\.json)),
    ]
  }

  /// The versions that decide the bytes of outputs.
  static func maker() throws -> [JSON.Member] {
    let driver = try DoctorCommand.driver()
    let programs = [ProgramCheck.ffmpeg, .pdftocairo].map {
      JSON.Member($0.name, $0.installedVersion().map(JSON.string) ?? .null)
    }
    return [
      JSON.Member("pagecurl", .string(gleskitVersion)), JSON.Member("driver", .string(driver)),
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

extension [JSON.Member] {
  /// The value of the member `name`.
  fileprivate subscript(name: String) -> JSON? { first { $0.name == name }?.value }
}
