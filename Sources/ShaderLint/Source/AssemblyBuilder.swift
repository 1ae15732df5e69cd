import CompilerLogs
import GLESKitSupport
import GLSL

/// Builds an ``Assembly``: copies lines, resolves includes, moves `#version` to the top.
struct AssemblyBuilder {
  var assembly: Assembly
  private let options: AssemblyOptions
  private let load: (String) -> Result<Assembler.Source, FileError>
  private var stack: [String] = []
  private var included: Set<String> = []
  /// The macros that the text has defined so far.
  private var macros: Set<UInt64> = []
  /// The functions that each file defines which is included again.
  private var functions: [String: Set<UInt64>] = [:]
  /// The index in ``Assembly/files`` of each file.
  private var fileIndices: [String: Int] = [:]
  /// The number of files that were included, each as often as it was.
  private var includeCount = 0
  /// Whether it is reported that the text has become too large.
  private var hasTooMuch = false
  /// The places with a finding about an include. A file that is included often is reported once.
  private var reported: Set<Location> = []
  private var bodyLines = 0
  var copied = false
  private var hasVersion = false
  /// Whether a `#version` line is not part of the text.
  private var lacksVersion = false
  private var keepsLineDirectives = false

  init(
    main: SourceText, options: AssemblyOptions, isPart: Bool,
    load: @escaping (String) -> Result<Assembler.Source, FileError>
  ) {
    assembly = Assembly(files: [main], isPart: isPart)
    self.options = options
    self.load = load
  }

  mutating func build(_ main: Assembler.Source, _ lines: [String]) {
    var prelude: Assembler.Source?
    if let path = options.prelude {
      switch load(path) {
      case .success(let source): prelude = source
      case .failure(let error):
        report(.unreadableFile, error.cause, Location(file: path), hint: error.advice)
      }
    }
    // Mesa 22.3.6 accepts nothing before #version, not even the blanks that replace a byte-order
    // mark.
    let hasMark = main.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let moves =
      prelude != nil || !options.definitions.isEmpty || !lines.isEmpty || hasMark
      || assembly.isPart
    keepsLineDirectives =
      Self.usesLineMacro(main.scan) || prelude.map { Self.usesLineMacro($0.scan) } ?? false
    for definition in options.definitions {
      append("#define \(definition.name) \(definition.value)")
    }
    let declared = lines.isEmpty ? [] : Self.declaredNames(main)
    for line in lines where !declared.contains(where: { Self.declares(line, $0) }) { append(line) }
    if let prelude {
      assembly.files.append(prelude.text)
      append(prelude, file: 1, movesVersion: true)
    }
    append(main, file: 0, movesVersion: moves)
    if !hasVersion {
      assembly.prefix = Array("#version 100\n".utf8)
    }
    // If the text is unchanged, the tokens of the file are those of the body.
    assembly.scan = copied || lacksVersion ? Scan(assembly.body) : main.scan
    if keepsLineDirectives { recordRenumbering() }
  }

  private static let qualifiers: Set<UInt64> = [Word("uniform").tag, Word("attribute").tag]

  /// Returns the names of the uniforms and attributes that a file declares.
  private static func declaredNames(_ source: Assembler.Source) -> [ArraySlice<UInt8>] {
    let tokens = source.scan.tokens
    var names: [ArraySlice<UInt8>] = []
    for (index, token) in tokens.enumerated() where Self.qualifiers.contains(token.tag) {
      let declaration = tokens[index...].prefix(8).prefix { !$0.is(";") && !$0.is("[") }
      if let name = declaration.last { names.append(source.bytes[name.range]) }
    }
    return names
  }

  /// Returns whether a line ends with the declaration of a name: `uniform vec3 name;`.
  private static func declares(_ line: String, _ name: ArraySlice<UInt8>) -> Bool {
    let words = line.utf8.split(whereSeparator: \.isBlank)
    guard let last = words.last, ["uniform", "attribute"].contains(String(words[0])) else {
      return false
    }
    return last.dropLast().elementsEqual(name) && last.last == UInt8(ascii: ";")
  }

  /// Appends a line that is in no file.
  private mutating func append(_ line: String) {
    assembly.map.append(LineMap.Segment(first: bodyLines + 1, file: nil, line: 0))
    assembly.body += Array("\(line)\n".utf8)
    bodyLines += 1
    copied = true
  }

  mutating func report(
    _ rule: Rule.ID, _ message: String, _ location: Location, hint: String? = nil,
    lack: Lack? = nil, allowed: Dialects = []
  ) {
    assembly.diagnostics.append(
      Diagnostic(rule, message, at: location, hint: hint, lack: lack, allowed: allowed))
  }

  private mutating func append(_ source: Assembler.Source, file: Int, movesVersion: Bool) {
    let scan = source.scan
    var bytes = source.bytes
    if source.isBundled { (assembly.lacksInclude, assembly.isBundled) = (true, true) }
    sanitize(&bytes, source)
    /// The offset and the line from which text is not copied to the body yet.
    var next = 0
    var nextLine = source.linesBefore + 1

    for index in scan.hashes {
      let token = scan.tokens[index]
      guard index + 1 < scan.tokens.count, scan.tokens[index + 1].line == token.line else {
        continue
      }
      let word = scan.tokens[index + 1]
      let directive = self.lineRange(of: token, scan, bytes.count)
      if word.is(.include) {
        let line = Int(token.line)
        let lineStart = Int(scan.lineStarts[line - 1])
        // Keep the end of a comment that ends on this line before the #.
        let indented = bytes[lineStart..<directive.lowerBound].allSatisfy(\.isBlank)
        append(
          bytes[next..<(indented ? lineStart : directive.lowerBound)], file: file, line: nextLine)
        copied = true
        include(bytes[directive], token: token, source: source)
        next = line < scan.lineStarts.count ? Int(scan.lineStarts[line]) : bytes.count
        nextLine = source.linesBefore + line + 1
      } else if word.is(.version) {
        takeVersion(
          token, directive, &bytes, source, moves: movesVersion,
          first: index == 0)
      } else if word.is(.define) {
        if index + 2 < scan.tokens.count { macros.insert(scan.tokens[index + 2].tag) }
      } else if word.is(.line) && !keepsLineDirectives && Self.isPlain(scan, index, bytes) {
        Self.blank(&bytes, directive)
      } else if word.is(.extension), index + 2 < scan.tokens.count,
        Self.includeExtensions.contains(scan.tokens[index + 2].tag)
      {
        Self.blank(&bytes, directive)
      }
    }
    if next == 0 && !copied && file == 0 {
      assembly.map.append(LineMap.Segment(first: 1, file: file, line: nextLine))
      assembly.body = bytes
    } else {
      append(bytes[next...], file: file, line: nextLine)
    }
  }

  /// Appends a part of `file` that begins on its line `line`, and a newline if the part lacks one.
  private mutating func append(_ stretch: ArraySlice<UInt8>, file: Int, line: Int) {
    copied = true
    guard let last = stretch.last, stack.isEmpty || !isFull else { return }
    assembly.map.append(LineMap.Segment(first: bodyLines + 1, file: file, line: line))
    assembly.body += stretch
    bodyLines += stretch.withUnsafeBufferPointer { SourceText.starts($0).count } - 1
    if !last.isLineEnd {
      assembly.body.append(.newline)
      bodyLines += 1
    }
  }

  /// Extensions that enable `#include`, which is resolved here and not by the driver.
  private static let includeExtensions: Set<UInt64> = [
    Word("GL_GOOGLE_include_directive").tag, Word("GL_ARB_shading_language_include").tag,
  ]

  /// Returns the range from a token to the end of its line, without the line end.
  private func lineRange(of token: Token, _ scan: Scan, _ count: Int) -> Range<Int> {
    let line = Int(token.line)
    let end = line < scan.lineStarts.count ? Int(scan.lineStarts[line]) - 1 : count
    return Int(token.start)..<max(Int(token.start), end)
  }

  static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
    for index in range where !bytes[index].isLineEnd { bytes[index] = .space }
  }

  /// Returns whether the `#line` at `index` is well-formed, so that removing it hides no error.
  private static func isPlain(_ scan: Scan, _ index: Int, _ bytes: [UInt8]) -> Bool {
    let numbers = scan.tokens[(index + 2)...].prefix { !$0.startsLine }
    return (1...2).contains(numbers.count)
      && numbers.allSatisfy { $0.kind == .number && Number.integer(bytes[$0.range]) != nil }
  }

  /// Notes the first `#version` line, and moves it to the top if other text will precede it.
  private mutating func takeVersion(
    _ token: Token, _ directive: Range<Int>, _ bytes: inout [UInt8], _ source: Assembler.Source,
    moves: Bool, first: Bool
  ) {
    if options.ignoresVersion || (hasVersion && moves) {
      Self.blank(&bytes, directive)
      lacksVersion = true
      return
    }
    if hasVersion { return }
    hasVersion = true
    // A line that is not the first of the file is an error that the rules report: keep it.
    guard moves, first else { return }
    assembly.prefix = Array(bytes[directive]) + [.newline]
    assembly.prefixOrigin = source.place(Int(token.start))
    Self.blank(&bytes, directive)
  }

  // MARK: Includes

  private mutating func include(
    _ line: ArraySlice<UInt8>, token: Token, source: Assembler.Source
  ) {
    let place = source.place(Int(token.start), length: line.count)
    guard let (name, _, local) = Self.includeName(line) else {
      complain(.badInclude, "#include needs a file name in quotes or angle brackets", place)
      return
    }
    guard stack.count < Assembler.depthLimit else {
      complain(
        .includeTooDeep, "includes are nested more than \(Assembler.depthLimit) levels deep", place)
      return
    }
    includeCount += 1
    guard !isFull else {
      complainOfSize(place)
      return
    }
    // Engines disagree on where a name in angle brackets is. The own folder is the last one.
    let own = [Paths.folder(of: source.text.path)]
    let candidates =
      local
      ? options.candidates(for: name, in: own)
      : options.candidates(for: name, in: [], last: own)
    var failure: FileError?
    for path in candidates {
      switch load(path) {
      case .success(let found):
        enter(found, place)
        return
      // That a file lies outside says more than that there is none elsewhere.
      case .failure(let error): failure = error.advice == nil ? failure ?? error : error
      }
    }
    let missing = options.includeFolders.first { Files.kind(of: $0) != .folder }
    let hint =
      failure?.advice ?? missing.map { "the include folder '\($0)' does not exist" }
      ?? (local || !options.includeFolders.isEmpty
        ? nil : "-I FOLDER adds a folder to search")
    let reason = failure.map { ": \($0.reason)" } ?? ""
    assembly.lacksInclude = true
    let isBare = !line.contains(where: Self.opening.contains)
    let form = isBare ? " without quotes" : ""
    complain(
      .includeNotFound, "cannot include '\(name)'\(form)\(reason)", place, hint: hint,
      lack: .include(name, isBare: isBare))
  }

  /// Whether no more text is included: files that include others twice double it with each level.
  private var isFull: Bool {
    includeCount > Assembler.countLimit || assembly.body.count > Assembler.sizeLimit
  }

  /// Reports, once, that the text is too large, and that a part of it may be left out.
  private mutating func complainOfSize(_ place: Location) {
    assembly.lacksInclude = true
    guard !hasTooMuch else { return }
    hasTooMuch = true
    report(
      .includeTooDeep,
      "the text with its includes exceeds \(Assembler.countLimit) files or "
        + "\(Assembler.sizeLimit >> 20) MiB", place,
      hint: "files that include others several times multiply; add an include guard")
  }

  /// Reports an include, once for each place.
  private mutating func complain(
    _ rule: Rule.ID, _ message: String, _ place: Location, hint: String? = nil, lack: Lack? = nil
  ) {
    if reported.insert(place).inserted { report(rule, message, place, hint: hint, lack: lack) }
  }

  private mutating func enter(_ found: Assembler.Source, _ place: Location) {
    let path = found.text.path
    if included.contains(path) {
      if found.once { return }
      // Twice the same functions are never right, so the engine of this project takes them once. A
      // macro may give them other names each time.
      let defined = functions[path] ?? AssemblyBuilder.functions(in: found.scan)
      functions[path] = defined
      if !defined.isSubset(of: macros) {
        return complain(
          .includedTwice, "a shader includes this file twice, and it defines functions",
          Location(file: path, line: 1, column: 1),
          hint: "put #pragma once or an #ifndef guard at its top, unless your engine includes each "
            + "file once")
      }
    }
    if stack.contains(path) || path == assembly.files[0].path {
      if !found.guarded && !found.once {
        complain(
          .includeCycle, "'\(path)' includes itself: \((stack + [path]).joined(separator: " → "))",
          place)
      }
      return
    }
    included.insert(path)
    stack.append(path)
    let file: Int
    if let known = fileIndices[path] {
      file = known
    } else {
      file = assembly.files.count
      fileIndices[path] = file
      assembly.files.append(found.text)
      if Self.usesLineMacro(found.scan) { keepsLineDirectives = true }
    }
    append(found, file: file, movesVersion: true)
    stack.removeLast()
    if isFull { complainOfSize(place) }
  }

  /// Returns the name in an include line, and whether it is quoted.
  static func includeName(
    _ line: ArraySlice<UInt8>
  ) -> (name: String, place: Range<Int>, local: Bool)? {
    guard let start = line.firstIndex(where: opening.contains) else { return bareName(line) }
    let closing = line[start] == UInt8(ascii: "<") ? UInt8(ascii: ">") : line[start]
    guard let end = line[(start + 1)...].firstIndex(of: closing), end > start + 1 else {
      return nil
    }
    // Some engines allow blanks, and stand-ins leave them.
    let name = line[(start + 1)..<end].drop(while: \.isBlank)
    guard let last = name.lastIndex(where: { !$0.isBlank }) else { return nil }
    let place = name.startIndex..<last + 1
    return (String(decoding: line[place], as: UTF8.self), place, closing != UInt8(ascii: ">"))
  }

  /// What a name begins with; loaders of scripts take apostrophes as well.
  private static let opening = Array("\"'<".utf8)

  /// Returns the name in an include line without quotes: a file, as pi3d has them, or a name or
  /// macro for which a program puts a text.
  private static func bareName(
    _ line: ArraySlice<UInt8>
  ) -> (name: String, place: Range<Int>, local: Bool)? {
    let words = line.split { $0.isSpace || $0 == .hash }
    let name = words.drop { $0.elementsEqual("include".utf8) }.first
    guard let name, let first = name.first, first.startsIdentifier || first == UInt8(ascii: ".")
    else { return nil }
    return (String(decoding: name, as: UTF8.self), name.indices, true)
  }

  // MARK: #line

  private static func usesLineMacro(_ scan: Scan) -> Bool {
    let words = [Word("__LINE__").tag, Word("__FILE__").tag]
    return scan.tokens.contains { $0.kind == .identifier && words.contains($0.tag) }
  }

  /// Records the effect of `#line` directives, which stay in a text that uses `__LINE__`.
  private mutating func recordRenumbering() {
    let scan = assembly.scan
    var found: [Assembly.Renumbering] = []
    for index in scan.hashes {
      let token = scan.tokens[index]
      guard index + 2 < scan.tokens.count, scan.tokens[index + 1].is(.line) else { continue }
      let number = scan.tokens[index + 2]
      guard number.kind == .number, number.line == token.line,
        let value = Int(assembly.string(number))
      else { continue }
      // Mesa 22.3.6 and glslang 12 give the line after the directive number N, as later
      // specifications require.
      found.append(Assembly.Renumbering(first: Int(token.line) + 1, logical: value))
    }
    guard !found.isEmpty else { return }
    assembly.renumbering =
      [Assembly.Renumbering(first: 1, logical: 1 + assembly.prefixLines)] + found
  }
}
