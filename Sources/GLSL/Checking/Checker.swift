import CompilerLogs
import GLESKitSupport

/// Checks declarations, statements and expressions as the parser reads them, and builds the typed
/// tree. The parser knows the grammar, the checker everything else.
///
/// A rejected expression gets the type `error`, which fits everywhere: one mistake, one finding.
final class Checker {
  let stage: ShaderStage
  let profile: Profile
  let text: Preprocessed
  @exclusivity(unchecked) var tree = SyntaxTree()
  var findings: [Finding] = []

  // Scopes
  /// The declaration that each name refers to, by hash.
  @exclusivity(unchecked) private var visible = TagTable<Binding>(capacity: 64)
  /// What to restore in ``visible`` when a scope ends.
  @exclusivity(unchecked) private var hidden: [(tag: UInt64, previous: Binding?)] = []
  /// Where in ``hidden`` each open scope begins, and the default precisions around it.
  @exclusivity(unchecked)
  private var scopes: [(start: Int, precisions: [BasicType: Precision])] = []

  private struct Binding: Sendable {
    var symbol: Int32
    /// The number of scopes around the declaration; -1 for built-in and unknown names.
    var depth: Int
  }

  /// The current default precisions (§4.5.3).
  @exclusivity(unchecked) var precisions: [BasicType: Precision]
  /// Names in text that the parser skipped. If they are unknown later, that is why.
  private var skippedNames: Set<UInt64> = []
  /// The findings about unknown names, and functions.
  private var undeclared: [UInt64: [Int]] = [:]
  private var hasMissingPrecision = false
  private(set) var hasErrors = false
  /// Whether half precision would lose something if all were `mediump`.
  var mayLosePrecision = false

  // Where the parser is
  /// The function whose body is being read; -1 at global scope.
  var function: Int32 = -1
  var loopDepth = 0
  /// The functions, so that many overloads take no longer than many functions.
  var signatures: [Signature: Int32] = [:]
  /// Whether the body has a `return` with a value.
  var returnsValue = false
  /// The changes of each extension, in order.
  private lazy var extensionChanges = Dictionary(grouping: text.extensionChanges, by: \.tag)
  /// The first assignment to `gl_FragColor` and `gl_FragData`.
  var colorWrites: (color: Int32?, data: Int32?)

  init(_ text: Preprocessed, stage: ShaderStage, profile: Profile) {
    self.text = text
    self.stage = stage
    self.profile = profile
    precisions = [
      .int: stage == .vertex ? .highp : .mediump, .sampler2D: .lowp, .samplerCube: .lowp,
      .samplerExternalOES: .lowp, .sampler3D: .lowp,
    ]
    if stage == .vertex { precisions[.float] = .highp }
    let count = text.items.count
    tree.expressions.reserveCapacity(count / 2)
    tree.operands.reserveCapacity(count / 2)
    tree.statements.reserveCapacity(count / 8)
    tree.symbols.reserveCapacity(count / 16)
    tree.uses.reserveCapacity(count / 4)
  }

  var isGlobal: Bool { function < 0 && scopes.isEmpty }

  // MARK: Findings

  /// Returns the place of items `first` to `last` in the source.
  func range(_ first: Int32, _ last: Int32) -> SourceRange {
    guard first < text.items.count else {
      // The end of the file: after the last token.
      let last = text.items[text.items.count - 1].site
      let end = last.start + last.length
      return SourceRange(start: end, end: end, line: last.line)
    }
    let end = min(Int(max(first, last)), text.items.count - 1)
    return SourceRange(text.items[Int(first)].origin, text.items[end].origin)
  }

  func report(
    _ rule: RuleID, _ message: String, severity: Severity = .error, at first: Int32,
    to last: Int32? = nil, related: [Finding.Related] = [], hint: String? = nil, fix: Fix? = nil,
    lack: Lack? = nil, allowed: Dialects = []
  ) {
    report(
      rule, message, severity: severity, in: range(first, last ?? first), related: related,
      hint: hint, fix: fix, lack: lack, allowed: allowed)
  }

  func report(
    _ rule: RuleID, _ message: String, severity: Severity = .error, in range: SourceRange,
    related: [Finding.Related] = [], hint: String? = nil, fix: Fix? = nil, lack: Lack? = nil,
    allowed: Dialects = []
  ) {
    // The first error is always kept: it decides that the shader is invalid.
    let canBeDropped = severity != .error || hasErrors
    guard findings.count < Self.findingLimit || !canBeDropped else { return }
    hasErrors = hasErrors || severity == .error
    let isLong = message.utf8.count > Self.messageLimit
    findings.append(
      Finding(
        rule: rule, severity: severity,
        message: isLong ? "\(message.prefix(Self.messageLimit))…" : message,
        range: range, related: related, hint: hint, fix: fix, lack: lack, allowed: allowed))
  }

  /// The limits for the findings of one shader and for the length of a message, in bytes.
  private static let findingLimit = 1000
  private static let messageLimit = 400

  func report(
    _ rule: RuleID, _ message: String, severity: Severity = .error, of id: NodeID,
    related: [Finding.Related] = [], hint: String? = nil, fix: Fix? = nil, allowed: Dialects = []
  ) {
    let expression = tree[expression: id]
    report(
      rule, message, severity: severity, at: expression.first, to: expression.last,
      related: related, hint: hint, fix: fix, allowed: allowed)
  }

  /// Reports a shader without code, which drivers don't compile.
  func checkEmptiness() {
    guard text.items.isEmpty else { return }
    report(
      .emptyFile, "no code remains after preprocessing", in: SourceRange(start: 0, end: 0, line: 1))
  }

  /// The severity of what appendix A makes optional.
  var limitation: Severity { profile == .webgl1 ? .error : .warning }

  func name(_ item: Int32) -> String { text.text(Int(item)) }

  func tag(_ item: Int32) -> UInt64 { text.items[Int(item)].token.tag }

  // MARK: Scopes

  func pushScope() { scopes.append((hidden.count, precisions)) }

  func popScope() {
    guard let scope = scopes.popLast() else { return }
    precisions = scope.precisions
    while hidden.count > scope.start {
      let entry = hidden.removeLast()
      visible[entry.tag] = entry.previous
    }
  }

  /// Returns the declaration of a name in the innermost scope.
  func declaredHere(_ tag: UInt64) -> Int32? {
    guard let binding = visible[tag] else { return nil }
    // §4.2.2 nests the body's scope in that of the parameters; WebGL implementations have one scope
    // for both, which the WebGL conformance tests require.
    let isParameter =
      profile == .webgl1 && function >= 0 && scopes.count == 2 && binding.depth == 1
    return binding.depth == scopes.count || isParameter ? binding.symbol : nil
  }

  /// Makes a symbol visible in the innermost scope.
  func bind(_ tag: UInt64, _ symbol: Int32) {
    if !scopes.isEmpty {
      hidden.append((tag, visible[tag]))
    } else {
      // What was used above is declared here.
      for index in undeclared.removeValue(forKey: tag) ?? [] where index < findings.count {
        findings[index].hint = "declare it above"
        findings[index].fix = nil
        findings[index].related += declaration(of: tree[symbol: symbol], "declared here")
      }
    }
    visible[tag] = Binding(symbol: symbol, depth: scopes.count)
  }

  /// Adds a symbol that no scope sees yet.
  func add(_ symbol: Symbol) -> Int32 {
    var symbol = symbol
    symbol.isGlobal = isGlobal
    tree.symbols.append(symbol)
    return Int32(tree.symbols.count - 1)
  }

  /// Returns what a name refers to; built-in variables become symbols when they are first used.
  func lookUp(_ tag: UInt64, at item: Int32) -> Int32? {
    if let binding = visible[tag] { return binding.symbol }
    if let builtIn = BuiltInVariable.byTag[tag], isAvailable(builtIn, at: item) {
      return declare(builtIn, tag)
    }
    return tag == Self.depthRange.tag ? declareDepthRange() : nil
  }

  private static let depthRange = Word("gl_DepthRange")

  private func declare(_ builtIn: BuiltInVariable, _ tag: UInt64) -> Int32 {
    var symbol = Symbol(
      kind: .variable, name: builtIn.name, type: builtIn.type, precision: builtIn.precision,
      storage: builtIn.value == nil ? .builtIn : .const, item: -1)
    symbol.isReadOnly = !builtIn.isOutput
    var value = builtIn.value
    if builtIn.type.isArray || builtIn.name == "gl_MaxDrawBuffers",
      text.extensions.contains(Word(Extension.drawBuffers.rawValue).tag)
        || text.extensions.contains(Word(Extension.drawBuffersNV.rawValue).tag)
    {
      // gl_MaxDrawBuffers is at least 4 where the extension exists; no device has more than 8.
      if builtIn.type.isArray { symbol.type.elements = 8 } else { value = 8 }
    }
    if let value { symbol.value = add(.scalar(Double(value))) }
    return addBuiltIn(symbol, tag)
  }

  private func addBuiltIn(_ symbol: Symbol, _ tag: UInt64) -> Int32 {
    tree.symbols.append(symbol)
    let id = Int32(tree.symbols.count - 1)
    visible[tag] = Binding(symbol: id, depth: -1)
    return id
  }

  /// `gl_DepthRange` (§7.5), a uniform structure.
  private func declareDepthRange() -> Int32 {
    let members = BuiltInVariable.depthRange.map {
      Structure.Member(name: $0, type: .float, precision: .highp, item: -1)
    }
    tree.structures.append(Structure(name: "gl_DepthRangeParameters", members: members))
    var symbol = Symbol(
      kind: .variable, name: "gl_DepthRange",
      type: ValueType(.structure, structure: Int32(tree.structures.count - 1)), precision: nil,
      storage: .builtIn, item: -1)
    symbol.isReadOnly = true
    return addBuiltIn(symbol, Self.depthRange.tag)
  }

  func isAvailable(_ builtIn: some BuiltIn, at item: Int32) -> Bool {
    builtIn.isAvailable(in: stage) { isEnabled($0, at: item) }
  }

  /// Returns whether a `#extension` directive before an item enables an extension.
  func isEnabled(_ wanted: Extension, at item: Int32) -> Bool {
    guard !text.extensionChanges.isEmpty else { return false }
    let tag = Word(wanted.rawValue).tag
    // In WebGL, the last directive holds for the whole shader.
    let changes = extensionChanges[tag] ?? []
    let end =
      profile == .webgl1
      ? changes.endIndex : changes.partitioningIndex { $0.item > Int(item) }
    return changes[..<end].last.map { $0.behavior != .disable } ?? false
  }

  /// Notes the names in text that the parser skips.
  func skip(_ items: Range<Int>) {
    for item in text.items[items] where item.token.kind == .identifier {
      skippedNames.insert(item.token.tag)
    }
  }

  /// Whether a name has no meaning, or was reported.
  func isUndeclared(_ item: Int32) -> Bool {
    guard let id = lookUp(tag(item), at: item) else { return true }
    return tree[symbol: id].kind == .unknown
  }

  /// Reports an unknown name where a qualifier is expected, once.
  func reportQualifier(_ item: Int32) {
    guard lookUp(tag(item), at: item) == nil else { return }
    reportUndeclared(item, hint: "'\(name(item))' is used where a qualifier is expected")
  }

  /// Reports an unknown name once, and declares it with the type `error`.
  func reportUndeclared(
    _ item: Int32, hint: String? = nil, fix: Fix? = nil, lack: Lack? = nil
  ) {
    let tag = tag(item)
    if !skippedNames.contains(tag) {
      noteUndeclared(item)
      report(
        .undeclaredIdentifier, "'\(name(item))' is not declared", at: item,
        hint: LaterName.typeAdvice(name(item)) ?? hint,
        fix: fix ?? typeFix(item, everywhere: true), lack: lack ?? .name(name(item)))
    }
    tree.symbols.append(
      Symbol(kind: .unknown, name: name(item), type: .error, precision: nil, item: item))
    // At global scope: later uses are the same mistake.
    if visible[tag] == nil {
      visible[tag] = Binding(symbol: Int32(tree.symbols.count - 1), depth: -1)
    }
  }

  /// Returns whether a name was reported as unknown.
  func isUnknown(_ item: Int32) -> Bool { undeclared[tag(item)] != nil }

  /// Notes that the next finding is about an unknown name.
  func noteUndeclared(_ item: Int32) { undeclared[tag(item), default: []].append(findings.count) }

  /// Returns the value of a name that was reported.
  func makeError(again item: Int32, _ last: Int32, operands: [NodeID] = []) -> NodeID {
    if let index = undeclared[tag(item)]?.last, index < findings.count {
      findings[index].repeats.append(range(item, item))
    }
    return makeError(item, last, operands: operands)
  }

  /// Notes what a name in the text stands for.
  func note(_ item: Int32, _ target: Use.Target, isDeclaration: Bool = false) {
    tree.uses.append(Use(item: item, target: target, isDeclaration: isDeclaration))
  }

  // MARK: Values and precisions

  func add(_ value: ConstantValue) -> Int32 {
    tree.values.append(value)
    return Int32(tree.values.count - 1)
  }

  /// Returns the precision of a declaration, and reports a missing one (§4.5.3).
  func precision(_ explicit: Precision?, _ type: ValueType, at item: Int32) -> Precision? {
    let basic = type.basic
    guard basic.isNumeric || basic.isSampler else { return nil }
    if let explicit { return explicit }
    let kind = basic.isSampler ? basic : basic.component
    if let known = precisions[kind] { return known }
    if !hasMissingPrecision {
      hasMissingPrecision = true
      report(
        .missingPrecision, "no precision for \(basic.name) in a fragment shader", at: item,
        hint: "write 'precision mediump \(kind.name);' above it", fix: precisionFix(kind))
    }
    return nil
  }
}

extension RuleID {
  package static let undeclaredIdentifier = RuleID(1001, "undeclared-identifier")
  package static let emptyFile = RuleID(3007, "empty-file")
  package static let missingPrecision = RuleID(3101, "missing-precision")
}
