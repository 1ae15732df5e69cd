import GLESKitSupport

/// A program that a tool starts, and what the tool needs of it.
package struct ProgramCheck: Sendable {
  package let name: String
  let command: String
  let package: String
  /// The arguments that print the version.
  let version: [String]
  /// The encoders that the tool uses.
  let encoders: [String]
  /// What does not work without it.
  let purpose: String

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - name: The program's name in the report.
  ///   - command: The program, found along `PATH` unless it has a slash; `nil` is its name.
  ///   - package: Debian's package.
  ///   - version: The arguments that print the version, on standard output or standard error.
  ///   - encoders: The encoders that `-encoders` has to list.
  ///   - purpose: What it is needed for, such as "PDFs".
  package init(
    _ name: String, command: String? = nil, package: String, version: [String],
    encoders: [String] = [], purpose: String
  ) {
    self.name = name
    self.command = command ?? name
    self.package = package
    self.version = version
    self.encoders = encoders
    self.purpose = purpose
  }

  /// What was found.
  struct Result {
    let check: ProgramCheck
    /// Its version as it prints it, such as `5.1.6`; `nil` if it does not run.
    var version: String?
    /// The encoders it has, of those that the tool uses.
    var encoders: [String] = []
    var problems: [Problem] = []
  }

  /// Runs the program.
  func run() -> Result {
    var result = Result(check: self)
    guard ChildProcess.isInstalled(command) else {
      result.problems.append(
        problem("is not installed; it is needed for \(purpose)", "apt-get install \(package)"))
      return result
    }
    guard let number = installedVersion() else {
      result.problems.append(
        problem(
          "does not run; it is needed for \(purpose)", "apt-get install --reinstall \(package)"))
      return result
    }
    result.version = number
    guard !encoders.isEmpty else { return result }
    // `V....D libx264              libx264 H.264 …`
    let words = (Self.said([command, "-hide_banner", "-encoders"]) ?? "")
      .split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
    let known = Set(words)
    for encoder in encoders {
      if known.contains(Substring(encoder)) {
        result.encoders.append(encoder)
      } else {
        result.problems.append(
          problem(
            "has no encoder \(encoder)", "install a build that has it: apt-get install \(package)"))
      }
    }
    return result
  }

  /// The version as the program prints it, such as `5.1.6`; `nil` if it does not run.
  package func installedVersion() -> String? {
    // `ffmpeg version 5.1.6-0+deb12u1 Copyright …`, `LIBTIFF, Version 4.5.0`, `library v2.5.0.`
    guard let words = Self.said([command] + version)?.split(whereSeparator: \.isWhitespace) else {
      return nil
    }
    let named = words.drop { !$0.lowercased().hasPrefix("version") }.dropFirst().first
    let short = words.first { $0.hasPrefix("v") && $0.dropFirst().first?.isNumber == true }
    return named.map(String.init)
      ?? short.map { $0.dropFirst().split(separator: ".").joined(separator: ".") }
  }

  private func problem(_ sentence: String, _ remedy: String) -> Problem {
    Problem(what: name, sentence: sentence, remedy: remedy)
  }

  /// What a program prints before it ends; `nil` if it can't start. Help may end with status 1.
  private static func said(_ command: [String]) -> String? {
    guard
      let (output, ending) = try? ChildProcess.output(of: command, limit: 1 << 20, patience: 10),
      let status = ending.status, status < 126
    else { return nil }
    return output.isEmpty ? ending.complaint : String(decoding: output, as: UTF8.self)
  }
}
