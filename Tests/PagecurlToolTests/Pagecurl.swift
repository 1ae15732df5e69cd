import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import PagecurlTool

/// The tool as a process, as a person meets it.
struct Pagecurl {
  /// The executable, which the package's build puts beside the test program.
  static let path = builtTool("pagecurl")

  /// A page of the sample book at 150×200, which the debug build of the tool draws in no time; made
  /// by `pagecurl samples/pages/NAME -t 0 --size 150x200 -o Tests/PagecurlToolTests/Pages/NAME`.
  static func page(_ name: String) -> String {
    repositoryFile("Tests/PagecurlToolTests/Pages/\(name)")
  }

  let status: Int
  let output: String
  let errors: String

  /// Runs the tool until it ends. `prefix` is a command that runs it, such as `env A=B`.
  init(
    _ arguments: [String], prefix: [String] = [], tool: String = path, input: [UInt8] = [],
    meanwhile: (pid_t) -> Void = { _ in }
  ) throws {
    let process = try Subprocess(
      prefix + [tool] + arguments, input: input, capturesErrors: true, meanwhile: meanwhile)
    status = process.status
    output = process.text
    errors = String(decoding: process.errors, as: UTF8.self)
  }

  /// Waits until a process has written so many bytes, as to a pipe: the kernel counts them.
  static func wait(for process: pid_t, toWrite bytes: Int) {
    for _ in 0..<60_000 {
      let counters = (try? Files.read("/proc/\(process)/io")) ?? []
      let lines = String(decoding: counters, as: UTF8.self).split(separator: "\n")
      let written = lines.first { $0.hasPrefix("wchar: ") }.flatMap { Int($0.dropFirst(7)) }
      if let written, written >= bytes { return }
      usleep(1_000)
    }
  }

  /// Whether standard error holds one line that begins with the tool's name, and no control codes.
  var complainsInOneLine: Bool {
    errors.hasPrefix("pagecurl: ") && errors.hasSuffix("\n")
      && errors.dropLast().allSatisfy { $0 != "\n" && $0 != "\r" && $0 != "\u{1B}" }
      && errors.count > 12
  }
}

/// A job as the tool plans it, of which nothing is drawn.
struct PlannedJob {
  /// What `--dry-run` prints before the size and the time, which it draws frames for.
  let output: String
  /// The notes of the tool, of which each would be a line.
  let notes: [String]

  init(_ arguments: [String]) throws {
    let arguments = try #require(try BookArguments.table.parse(arguments))
    let job = try arguments.makeJob()
    let plan = try OptionError.converting { try job.plan() }
    output = DryRun(plan: plan, job: job).rows.map(DryRun.line).joined()
    notes = arguments.notes(on: plan, layout: job.layout, music: nil)
  }
}

extension TemporaryFolder {
  /// Makes a file with ffmpeg, and returns its path.
  ///
  /// - Parameter words: The arguments of ffmpeg before the file, separated by spaces.
  func ffmpeg(_ words: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let command = ["ffmpeg", "-v", "error", "-y"] + words.split(separator: " ").map(String.init)
    let run = try Subprocess(command + [file], capturesErrors: true)
    #expect(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
    return file
  }
}

/// All that is in a folder, the folders in it included, with each file's bytes.
func contents(of folder: String) throws -> [String: [UInt8]] {
  var found: [String: [UInt8]] = [:]
  for name in try Files.list(folder) {
    let path = "\(folder)/\(name)"
    switch Files.kind(of: path) {
    case .folder:
      found["\(name)/"] = []
      for (inner, bytes) in try contents(of: path) { found["\(name)/\(inner)"] = bytes }
    case .regular: found[name] = try Files.read(path)
    default: found[name] = []
    }
  }
  return found
}
