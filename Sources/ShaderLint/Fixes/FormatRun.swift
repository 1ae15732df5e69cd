import CompilerLogs
import GLESKitSupport
import GLSL

/// Formats files: those that the user names, and the shaders and included files in folders.
package struct FormatRun {
  /// The files that formatting changes.
  package private(set) var files = FixedFiles()
  /// The number of files that were read.
  package private(set) var count = 0
  /// What could not be read, and why.
  package private(set) var failures: [String] = []

  /// Reads files and formats them in memory.
  ///
  /// - Parameters:
  ///   - paths: Files, folders and patterns, as for ``InputCollector``.
  ///   - options: The style.
  /// - Throws: ``ConfigurationError``, for a configuration that is wrong.
  package init(_ paths: [String], _ options: Formatter.Options) throws(ConfigurationError) {
    var collection = LintOptions()
    collection.pairing = .off
    collection.searchesTexts = false
    let inputs = try InputCollector.collect(paths, options: collection)
    files.files = inputs.files
    let whole = inputs.shaders.filter { $0.range == nil && !HostCode.isHost($0.path) }.map(\.path)
    let included = inputs.skipped.filter {
      $0.reason == SkipReason.noMain || $0.reason == SkipReason.snippet
    }.map(\.path)
    for path in Set(whole + included).sorted() { format(path, options) }
    failures += paths.filter(HostCode.isHost).map {
      "\($0): shaders in strings are not formatted; name files that hold only a shader"
    }
    let parts = inputs.shaders.filter { $0.range != nil && !HostCode.isHost($0.path) }.map(\.path)
    failures += Set(parts).sorted().map {
      "\($0): files of several shaders are not formatted; format each with --stdin"
    }
    for problem in inputs.problems where problem.rule != .nothingToCheck || count == 0 {
      let place = problem.location.map { "\($0.file): " } ?? ""
      failures.append(place + problem.message + (problem.hint.map { "; \($0)" } ?? ""))
    }
  }

  /// Why a file is left as it is: a pattern such as `shaders/*` names pictures and notes, too.
  private static func refusal(of bytes: [UInt8], _ scan: Scan, _ path: String) -> String? {
    if !scan.nuls.isEmpty || String(validating: bytes, as: UTF8.self) == nil {
      return "is not a text file; name shaders"
    }
    guard !ShaderName(path).isShader else { return nil }
    // Quotes, '$', '@' and backticks.
    let isOther = scan.tokens.contains {
      $0.kind == .stray || $0.kind == .punctuation && Lexeme(mark: bytes[$0.range]) == .stray
    }
    return isOther
      ? "has characters that no shader has, and not the name of one; rename it, or use --stdin"
      : nil
  }

  private mutating func format(_ path: String, _ options: Formatter.Options) {
    do {
      let bytes = try files.files.read(path, limit: Assembler.sizeLimit)
      let scan = Scan(bytes)
      if let reason = Self.refusal(of: bytes, scan, path) {
        failures.append("\(path): \(reason)")
        return
      }
      count += 1
      let new = Formatter.format(bytes, options, scan: scan)
      guard new != bytes else { return }
      files.add(FixedFiles.Change(old: SourceText(path: path, bytes: bytes), new: new))
    } catch {
      failures.append(error.description)
    }
  }
}
