// Long because: each directive is short, and all of them share the state of the preprocessor.

import CompilerLogs

/// Evaluates directives and expands macros (§3.4).
///
/// A malformed directive gives a finding and is otherwise skipped. Preprocessing stops early at a
/// macro that expands without bound.
package struct Preprocessor {
  /// A branch of `#if`.
  private struct Condition {
    /// Whether the current branch is taken.
    var active: Bool
    /// Whether a branch of this conditional was already taken.
    var taken: Bool
    /// Whether the text around the conditional is active.
    var outer: Bool
    /// The directive that opened it.
    var start: Token
    /// Whether code precedes it, in branches that are taken or not.
    var followsCode: Bool
    var hasElse = false
  }

  private let tokens: [Token]
  private let profile: Profile
  private let lacksHighp: Bool
  private var macros: Macros
  private var conditions: [Condition] = []
  private var result: Preprocessed
  private var lostLines: Int32 = 0
  /// Whether a call that begins in an expansion never closes; others aren't followed.
  private var hasOpenCall = false
  /// Whether there was a `#version` directive.
  private var hasVersion = false
  /// Whether there was code, in branches that are taken or not.
  private var hasCode = false
  /// The conditionals that contain the first code, and the number of items up to their ends.
  private var firstConditionals: [(start: Token, end: Int)] = []
  /// See ``Scan/continuedComments``.
  private let continuedComments: [Int32: Range<Int>]
  /// The lines after such comments that are directives, other than in skipped text.
  private var continuedDirectives: Set<Int32> = []
  /// The offset of the last `#extension` before the first item.
  private var lastExtension: Int32 = -1

  /// Preprocesses a shader.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - scan: The tokens of `bytes`.
  ///   - profile: Decides where `#extension` may stand.
  ///   - version: The number of a `#version` directive that is not in `bytes`; `nil` for none.
  ///   - lacksHighp: Whether `GL_FRAGMENT_PRECISION_HIGH` is not defined.
  package static func run(
    _ bytes: [UInt8], _ scan: Scan, profile: Profile = .es2, version: Int? = nil,
    lacksHighp: Bool = false
  ) -> Preprocessed {
    var reader = Preprocessor(bytes, scan, profile, lacksHighp: lacksHighp)
    reader.result.version = version
    reader.result.comments = scan.directives
    reader.read()
    if profile == .es2 {
      reader.reportContinuedComments()
      reader.report(scan.continuation)
    }
    let count = reader.result.items.count
    reader.result.firstConditional =
      reader.firstConditionals.filter { $0.end < count && $0.start.start > reader.lastExtension }
      .map(\.start).min { $0.start < $1.start }
    reader.result.bytes += reader.macros.counters.digits
    if let open = scan.openComment {
      let range = SourceRange(
        start: open, end: open + 2, line: Int32(scan.line(of: Int(open))))
      reader.result.findings.append(
        Finding(
          rule: .preprocessorError, severity: .error, message: "unterminated comment",
          range: range))
    }
    return reader.result
  }

  private init(_ bytes: [UInt8], _ scan: Scan, _ profile: Profile, lacksHighp: Bool) {
    // WebGL joins lines before it looks for comments.
    let isJoined = profile == .webgl1 && !scan.continuedComments.isEmpty
    tokens =
      isJoined
      ? scan.tokens.filter { scan.continuedComments[$0.logicalLine] == nil } : scan.tokens
    self.profile = profile
    self.lacksHighp = lacksHighp
    macros = Macros(size: tokens.count, length: bytes.count)
    result = Preprocessed(bytes: bytes, tokens: scan.tokens)
    result.items.reserveCapacity(tokens.count)
    continuedComments = scan.continuedComments
    definePredefined()
  }

  /// Defines the macros with the value 1.
  private mutating func definePredefined() {
    var name = Token(
      kind: .identifier, startsLine: false, spaced: false, line: 0, logicalLine: 0, start: 0,
      length: 0, tag: 0)
    let one = [macros.counters.token(1, like: name)][...]
    for tag in Directive.predefined where !(lacksHighp && tag == Directive.highpMacro) {
      name.tag = tag
      macros.define(Macros.Macro(parameters: nil, body: one, name: name))
    }
  }

  /// Reports comments that hide the line after them from WebGL and some drivers only.
  private mutating func reportContinuedComments() {
    guard !continuedComments.isEmpty else { return }
    let lines = continuedDirectives.union(result.items.lazy.map(\.site.logicalLine))
    for (line, comment) in continuedComments where lines.contains(line) {
      result.findings.append(
        Finding(
          rule: .preprocessorError, severity: .warning,
          message: "the comment ends with a backslash, so WebGL and some drivers ignore the next "
            + "line",
          range: SourceRange(
            start: Int32(comment.lowerBound), end: Int32(comment.upperBound), line: line - 1)))
    }
  }

  /// Reports the first line that goes on after a backslash. GLSL ES 3.00 and WebGL allow it.
  private mutating func report(_ continuation: Scan.Continuation?) {
    guard let continuation, result.version ?? 100 == 100 else { return }
    result.findings.append(
      Finding(
        rule: .lineContinuation, severity: .note,
        message: "GLSL ES 1.00 does not join lines at a backslash; most compilers do",
        range: SourceRange(
          start: continuation.offset, end: continuation.offset + 1, line: continuation.line),
        hint: continuation.isInDirective
          ? "write the directive on one line" : "remove the backslash"))
  }

  private var active: Bool { conditions.last?.active ?? true }

  private mutating func read() {
    var index = 0
    while index < tokens.count && result.complete {
      let token = tokens[index]
      if token.startsLine && token.is("#") {
        // A directive ends at the end of its line. After a backslash, startsLine is false.
        var end = index + 1
        while end < tokens.count && !tokens[end].startsLine { end += 1 }
        let wasActive = active
        if !isBlanked(token) { directive(token, tokens[(index + 1)..<end]) }
        note(tokens[index..<end], wasActive: wasActive)
        index = end
      } else if !active || (token.kind == .stray && isBlanked(token)) {
        hasCode = true
        index += 1
      } else if token.kind == .identifier, macros.isDefined(token.tag) {
        index = replace(at: index)
      } else if token.kind == .identifier, Counters.isName(token.tag) {
        append(macros.counters.number(for: token, at: token), site: token)
        index += 1
      } else {
        append(token, site: token)
        index += 1
      }
    }
    if let open = conditions.last, result.complete {
      report(.preprocessorError, "this #if has no #endif", at: [open.start])
    }
  }

  /// Notes that a directive is no code, nor what it removes.
  private mutating func note(_ directive: ArraySlice<Token>, wasActive: Bool) {
    let bytes = result.bytes
    guard let last = directive.last else { return }
    let end = bytes[last.range.upperBound...].firstIndex(where: \.isLineEnd) ?? bytes.count
    var start = Int(directive[directive.startIndex].start)
    if !wasActive, let before = result.removed.popLast() { start = before.lowerBound }
    result.removed.append(start..<(active ? end : bytes.count))
  }

  /// Whether the text of a token was replaced with blanks after the scan, because a linter or an
  /// editor has dealt with it.
  private func isBlanked(_ token: Token) -> Bool { result.bytes[Int(token.start)] == .space }

  private mutating func append(_ token: Token, site: Token) {
    hasCode = true
    result.items.append(
      Preprocessed.Item(token: token, site: site, outputLine: site.logicalLine - lostLines))
  }

  private mutating func report(
    _ rule: RuleID, _ message: String, severity: Severity = .error, at range: [Token],
    related: Finding.Related..., hint: String? = nil, lack: Lack? = nil
  ) {
    guard let first = range.first, let last = range.last else { return }
    result.findings.append(
      Finding(
        rule: rule, severity: severity, message: message, range: SourceRange(first, last),
        related: related, hint: hint, lack: lack))
  }

  private func text(_ token: Token) -> String { String(decoding: bytes(token), as: UTF8.self) }

  /// The text of a token of the source or of ``Counters``.
  private func bytes(_ token: Token) -> ArraySlice<UInt8> {
    let length = result.bytes.count
    guard token.start >= length else { return result.bytes[token.range] }
    let start = Int(token.start) - length
    return macros.counters.digits[start..<(start + Int(token.length))]
  }

  // MARK: Macro calls

  /// Expands the macro call at `index` and returns the index after it.
  private mutating func replace(at index: Int) -> Int {
    let site = tokens[index]
    let expanded = macros.expandCall(tokens, at: index)
    for problem in macros.problems { report(.macroError, problem.message, at: [problem.token]) }
    guard var (text, end) = expanded else {
      append(site, site: site)
      return index + 1
    }
    // What remains may be the name of a macro, or a call of one, that goes on after the call.
    while macros.complete, let open = macros.openCall(in: text) {
      let stop = callEnd(text[(open + 1)...], end)
      guard stop > end,
        let more = macros.expandCall(Array(text[open...]) + tokens[end..<stop], at: 0, site: site)
      else { break }
      for problem in macros.problems { report(.macroError, problem.message, at: [problem.token]) }
      end += more.end - (text.count - open)
      text.replaceSubrange(open..., with: more.text)
    }
    if !macros.complete {
      result.complete = false
      report(.tooComplex, "the macro '\(self.text(site))' expands to too much text", at: [site])
      return end
    }
    for token in text { append(token, site: site) }
    lostLines += tokens[end - 1].logicalLine - site.logicalLine
    return end
  }

  /// Returns the index after the parenthesis that closes a macro call whose text begins in an
  /// expansion and goes on at `start`; `start` if there is none.
  private mutating func callEnd(_ begin: ArraySlice<Token>, _ start: Int) -> Int {
    var depth = begin.reduce(0) { $0 + ($1.is("(") ? 1 : $1.is(")") ? -1 : 0) }
    guard !hasOpenCall, start < tokens.count, depth > 0 || tokens[start].is("(") else {
      return start
    }
    for index in start..<tokens.count {
      let token = tokens[index]
      if token.startsLine && token.is("#") { break }
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0
      if depth == 0 { return index + 1 }
    }
    hasOpenCall = true
    return start
  }

  // MARK: Directives

  private mutating func directive(_ hash: Token, _ line: ArraySlice<Token>) {
    // A # alone is allowed.
    guard let word = line.first else { return }
    let whole = [hash, line.last ?? hash]
    let rest = line.dropFirst()
    if word.is(.extension) && result.items.isEmpty { lastExtension = hash.start }
    if continuedComments[hash.logicalLine] != nil,
      active || Directive.conditionals.contains(word.tag)
    {
      continuedDirectives.insert(hash.logicalLine)
    }
    switch Word(tag: word.kind == .identifier ? word.tag : 0) {
    case .ifdef: open(hash, conditionName(rest, whole).map(isDefined) ?? false)
    case .ifndef: open(hash, !(conditionName(rest, whole).map(isDefined) ?? true))
    case .if: open(hash, active && evaluate(rest, whole) != 0)
    case .elif: elseIf(rest, whole)
    case .else:
      guard let last = conditions.indices.last, !conditions[last].hasElse else {
        report(
          .preprocessorError, conditions.isEmpty ? "#else without #if" : "a second #else",
          at: whole)
        return
      }
      if conditions[last].outer { checkEnd(rest) }
      conditions[last].active = conditions[last].outer && !conditions[last].taken
      conditions[last].taken = true
      conditions[last].hasElse = true
    case .endif:
      if conditions.isEmpty { report(.preprocessorError, "#endif without #if", at: whole) }
      if conditions.last?.outer ?? true { checkEnd(rest) }
      close(conditions.popLast())
    case _ where !active: break
    case .define: define(rest, whole)
    case .undef: undefine(rest, whole)
    case .extension: changeExtension(rest, whole)
    case .pragma:
      let words = rest.filter { $0.kind == .identifier }.map { Word(tag: $0.tag) }
      if words == [.stdgl, .invariant, .all] {
        result.isAllInvariant = true
      }
    case .version: version(hash, rest, whole)
    case .line: renumber(hash, rest, whole)
    case .error: report(.errorDirective, errorText(rest), at: whole)
    default:
      let name = text(word)
      report(
        .preprocessorError, "unknown directive '#\(name)'", at: whole,
        lack: .directive(name, isBare: rest.isEmpty))
    }
  }

  private func errorText(_ rest: ArraySlice<Token>) -> String {
    guard let first = rest.first, let last = rest.last else { return "#error" }
    let bytes = result.bytes[Int(first.start)..<Int(last.start + last.length)]
    return "#error \(String(decoding: bytes.prefix(200), as: UTF8.self))"
  }

  /// Reports text after a directive that takes none.
  private mutating func checkEnd(_ rest: ArraySlice<Token>) {
    guard let first = rest.first, let last = rest.last else { return }
    report(
      .preprocessorError, "text after the directive", at: [first, last],
      hint: "make it a comment")
  }

  private mutating func conditionName(_ rest: ArraySlice<Token>, _ whole: [Token]) -> UInt64? {
    guard let name = rest.first, name.kind == .identifier else {
      report(.preprocessorError, "a macro's name is missing", at: rest.first.map { [$0] } ?? whole)
      return nil
    }
    if active { checkEnd(rest.dropFirst()) }
    return name.tag
  }

  private mutating func open(_ hash: Token, _ holds: Bool) {
    let outer = active
    conditions.append(
      Condition(
        active: outer && holds, taken: outer && holds, outer: outer, start: hash,
        followsCode: hasCode))
  }

  private mutating func close(_ condition: Condition?) {
    guard let condition, !condition.followsCode, hasCode else { return }
    firstConditionals.append((condition.start, result.items.count))
  }

  private mutating func elseIf(_ rest: ArraySlice<Token>, _ whole: [Token]) {
    guard let last = conditions.indices.last, !conditions[last].hasElse else {
      report(
        .preprocessorError, conditions.isEmpty ? "#elif without #if" : "#elif after #else",
        at: whole)
      return
    }
    let isOpen = conditions[last].outer && !conditions[last].taken
    let holds = isOpen && evaluate(rest, whole) != 0
    conditions[last].active = holds
    conditions[last].taken = conditions[last].taken || holds
  }

  private func isDefined(_ tag: UInt64) -> Bool {
    macros.isDefined(tag) || Counters.isName(tag)
  }

  private mutating func evaluate(_ line: ArraySlice<Token>, _ whole: [Token]) -> Int {
    let text = expandAll(Array(line))
    reportMadeOperators(text, line)
    guard macros.complete else {
      result.complete = false
      report(.tooComplex, "a macro in #if expands to too much text", at: whole)
      return 0
    }
    var expression = DirectiveExpression(text[...], bytes: bytes, isDefined: isDefined)
    var value = 0
    var failure: DirectiveExpression.Failure?
    do throws(DirectiveExpression.Failure) {
      value = try expression.value()
    } catch {
      failure = error
    }
    // What fails after an undefined name may fail because of it.
    if let failure = expression.undefined ?? failure {
      let token = failure.token.flatMap { token in line.first { $0.start == token.start } }
      report(
        failure.rule, failure.message, at: token.map { [$0] } ?? whole,
        lack: expression.undefined?.token.map { .macro(self.text($0)) })
    }
    return value
  }

  /// C++, which §3.4 follows, leaves open what `defined` means if a macro makes it. Mesa and ANGLE
  /// evaluate it, glslang and WebGL do not.
  private mutating func reportMadeOperators(_ text: [Token], _ line: ArraySlice<Token>) {
    guard let first = line.first, let last = line.last,
      text.contains(where: {
        $0.is(.defined) && !(first.start...last.start).contains($0.start)
      })
    else { return }
    report(
      .preprocessorError, "'defined' comes from a macro",
      severity: profile == .webgl1 ? .error : .warning, at: [first, last],
      hint: "write 'defined' in the #if itself")
  }

  private mutating func expandAll(_ text: [Token]) -> [Token] {
    guard !text.isEmpty else { return [] }
    let expanded = macros.expandAll(text)
    for problem in macros.problems { report(.macroError, problem.message, at: [problem.token]) }
    return expanded
  }

  // MARK: #define, #undef

  private mutating func define(_ line: ArraySlice<Token>, _ whole: [Token]) {
    guard let name = line.first, name.kind == .identifier else {
      report(.macroError, "a macro needs a name", at: line.first.map { [$0] } ?? whole)
      return
    }
    guard isFree(name) else { return }
    if let long = line.first(where: { $0.length > 256 }) {
      report(
        .longName, "the token has \(long.length) characters; WebGL allows 256",
        severity: profile == .webgl1 ? .error : .warning, at: [long])
    }
    var rest = line.dropFirst()
    var parameters: [UInt64: Int]?
    // A parenthesis right after the name begins the parameters, after a blank the body.
    if let next = rest.first, next.is("("), next.start == name.start + name.length {
      guard let close = rest.firstIndex(where: { $0.is(")") }),
        let names = parameterNames(rest[(rest.startIndex + 1)..<close])
      else {
        report(.macroError, "malformed parameters of the macro '\(text(name))'", at: [name])
        return
      }
      parameters = names
      rest = rest[(close + 1)...]
    }
    if let backslash = rest.first(where: { $0.is("\\") }) {
      report(
        .preprocessorError, "the macro '\(text(name))' contains a backslash", severity: .warning,
        at: [backslash], hint: result.hint(for: backslash))
    }
    let macro = Macros.Macro(parameters: parameters, body: rest, name: name)
    if let known = macros[name.tag], !isSame(known, macro) {
      report(
        .macroError, "the macro '\(text(name))' is redefined", at: [name],
        related: Finding.Related(range: SourceRange(known.name), message: "the first definition"))
    }
    macros.define(macro)
  }

  /// Returns the positions in a list `a, b, c` by the names' hashes; `nil` if it is malformed.
  private func parameterNames(_ list: ArraySlice<Token>) -> [UInt64: Int]? {
    var names: [UInt64: Int] = [:]
    for (index, token) in list.enumerated() {
      if index % 2 == 1 {
        guard token.is(",") else { return nil }
      } else {
        guard token.kind == .identifier,
          names.updateValue(index / 2, forKey: token.tag) == nil
        else { return nil }
      }
    }
    return list.isEmpty || list.count % 2 == 1 ? names : nil
  }

  private func isSame(_ a: Macros.Macro, _ b: Macros.Macro) -> Bool {
    a.parameters == b.parameters && a.body.count == b.body.count
      && zip(a.body, b.body).enumerated().allSatisfy { index, pair in
        (index == 0 || pair.0.spaced == pair.1.spaced)
          && result.bytes[pair.0.range].elementsEqual(result.bytes[pair.1.range])
      }
  }

  private func isPredefined(_ name: Token) -> Bool {
    Directive.ones.contains(name.tag) || Counters.isName(name.tag)
  }

  /// Checks that a macro's name may be defined and undefined.
  private mutating func isFree(_ name: Token) -> Bool {
    if isPredefined(name) || name.is(.defined) {
      report(.macroError, "'\(text(name))' is predefined and can't be changed", at: [name])
      return false
    }
    let bytes = result.bytes[name.range]
    if bytes.starts(with: Array("GL_".utf8)) {
      report(
        .macroError, "'\(text(name))': macro names that begin with GL_ are reserved", at: [name])
      return false
    }
    if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 95 && $1 == 95 }) {
      report(
        .doubleUnderscore, "'\(text(name))': names with two consecutive underscores are reserved",
        severity: .warning, at: [name])
    }
    return true
  }

  private mutating func undefine(_ line: ArraySlice<Token>, _ whole: [Token]) {
    guard let name = line.first, name.kind == .identifier else {
      report(.macroError, "#undef needs a name", at: line.first.map { [$0] } ?? whole)
      return
    }
    checkEnd(line.dropFirst())
    // Like Mesa: a shader may #undef what would be reserved for #define.
    if isPredefined(name) {
      report(.macroError, "'\(text(name))' is predefined and can't be undefined", at: [name])
      return
    }
    macros.remove(name.tag)
  }

  // MARK: #extension, #version, #line

  private mutating func changeExtension(_ line: ArraySlice<Token>, _ whole: [Token]) {
    let words = Array(line)
    guard words.count >= 3, words[0].kind == .identifier, words[1].is(":"),
      let behavior = Extension.Behavior.byTag[words[2].tag], words.count == 3
    else {
      report(
        .preprocessorError, "malformed #extension", at: whole,
        hint: "write '#extension NAME : require', or enable, warn or disable")
      return
    }
    let name = words[0]
    if name.is(.all) {
      if behavior == .require || behavior == .enable {
        report(.badExtension, "'all' can only be used with warn and disable", at: [name])
        return
      }
      for known in Extension.byTag.keys { note(known, behavior) }
    } else {
      let isUnjudged = Extension.unjudged.contains(name.tag)
      if isUnjudged && behavior != .disable {
        result.unjudgedExtension = result.unjudgedExtension ?? text(name)
      }
      let isKnown =
        Extension.byTag[name.tag] != nil || Extension.later[name.tag] != nil || isUnjudged
      if let wanted = Extension.later[name.tag], behavior != .disable {
        // Devices with OpenGL ES 3.0 accept the line.
        report(
          .badExtension, "\(text(name)) changes nothing in GLSL ES 1.00", severity: .warning,
          at: [name], hint: "use \(wanted.rawValue)")
      } else if !isKnown && behavior != .disable {
        report(
          .badExtension, "unknown extension '\(text(name))'",
          severity: behavior == .require ? .error : .warning, at: [name])
      }
      note(name.tag, behavior, name)
    }
    if profile == .es2, let first = result.items.first {
      report(
        .badExtension, "#extension must precede all code", at: whole,
        related: Finding.Related(range: SourceRange(first.site), message: "the first code"))
    }
  }

  private mutating func note(
    _ tag: UInt64, _ behavior: Extension.Behavior, _ name: Token? = nil
  ) {
    result.extensionChanges.append(
      Preprocessed.ExtensionChange(
        tag: tag, behavior: behavior, name: name, item: result.items.count))
  }

  private mutating func version(_ hash: Token, _ line: ArraySlice<Token>, _ whole: [Token]) {
    guard let number = line.first, let value = Number.integer(result.bytes[number.range]) else {
      report(.wrongVersion, "#version needs a number", at: whole, hint: "write #version 100")
      return
    }
    guard !hasVersion else {
      report(.preprocessorError, "a second #version", at: whole)
      return
    }
    hasVersion = true
    if result.version == nil { result.version = line.count > 1 ? value * 1000 : value }
    if value != 100 || line.count > 1 {
      let asked = line.map(text).joined(separator: " ")
      report(
        .wrongVersion, "#version \(asked) is not GLSL ES 1.00", at: [number],
        hint: "write #version 100")
    }
    if hash.start != tokens.first?.start, let first = tokens.first {
      report(
        .versionNotFirst, "#version must precede all code", at: whole,
        related: Finding.Related(range: SourceRange(first), message: "the first code"))
    }
  }

  private mutating func renumber(_ hash: Token, _ line: ArraySlice<Token>, _ whole: [Token]) {
    var expression = DirectiveExpression(
      expandAll(Array(line))[...], bytes: bytes, isDefined: { _ in false })
    guard let number = try? expression.next(),
      let source = try? expression.isAtEnd ? 0 : expression.next(), expression.isAtEnd,
      expression.undefined == nil
    else {
      report(
        .preprocessorError, "#line needs a line number, and may have a string number", at: whole)
      return
    }
    macros.counters.lineOffset = number - Int(hash.logicalLine) - 1
    macros.counters.source = source
  }
}

/// Sets of the words of directives, and of macros, by their hashes.
package enum Directive {
  /// Those that begin conditionals.
  package static let openings = Set([Word.if, .ifdef, .ifndef].map(\.tag))
  static let conditionals = openings.union([Word.elif, .else, .endif].map(\.tag))
  /// Defined where fragment shaders support highp, but not by all drivers.
  static let highpMacro = Word("GL_FRAGMENT_PRECISION_HIGH").tag
  /// Macros with the value 1.
  static let ones: Set<UInt64> = [Word("GL_ES").tag, highpMacro]
  /// The same and those of extensions, which can be redefined.
  static let predefined = ones.union(Extension.byTag.keys)
}

extension RuleID {
  package static let errorDirective = RuleID(1102, "error-directive")
  package static let versionNotFirst = RuleID(3006, "version-not-first")
  package static let lineContinuation = RuleID(3009, "line-continuation")
}
