import GLESKitSupport
import GLSL

/// The places of a name in all shaders that share its declaration: through includes, and in both
/// stages of a program.
struct References {
  /// The places where the name is declared.
  private(set) var declarations: Set<Location> = []
  /// The shaders that contain the name.
  private(set) var units: [CheckedUnit] = []
  /// All places, with the text that contains each.
  private(set) var places: [Location: SourceText] = [:]

  /// Which shaders are to be checked; `nil` for all that contain a declaration.
  private let mentions: Mentions?

  /// Finds the places of what a name in a unit stands for; none for built-in names.
  ///
  /// - Parameter name: The name, if only the places are wanted; ``units`` lacks shaders then.
  init(
    _ target: Use.Target, in unit: CheckedUnit, _ workspace: Workspace, placesOf name: String? = nil
  ) {
    mentions = name.map { Mentions($0, isLinked: Self.isLinked(target, in: unit), workspace) }
    add(target, in: unit)
    var candidates = [unit.key: unit]
    spread(to: &candidates, workspace)
    if case .symbol(let id) = target, Self.isVarying(target, in: unit) {
      let name = unit.checked.tree[symbol: id].name
      let others = VaryingUsers(name, Array(candidates.values), workspace).connected
        .compactMap { workspace.variants(of: $0).first }
      for other in others {
        if let target = Self.counterpart(of: target, in: unit, other) { add(target, in: other) }
        candidates[other.key] = other
      }
      if !others.isEmpty { spread(to: &candidates, workspace) }
    }
    for unit in candidates.values where collect(unit) { units.append(unit) }
  }

  /// Adds the shaders that share declarations with others, and their declarations.
  private mutating func spread(
    to candidates: inout [CheckedUnit.Key: CheckedUnit], _ workspace: Workspace
  ) {
    var searched: Set<String> = []
    var size = (0, 0)
    // Each shader can add declarations, and each declaration shaders.
    while size != (declarations.count, candidates.count) {
      size = (declarations.count, candidates.count)
      for path in Set(declarations.map(\.file)).subtracting(searched) {
        searched.insert(path)
        let units = workspace.units(containing: path) { mentions?.needs($0) ?? true }
        for unit in units { candidates[unit.key] = unit }
      }
      for unit in candidates.values {
        for target in Set(unit.names.entries.map(\.use.target)) where isSame(target, in: unit) {
          add(target, in: unit)
          guard Self.isLinked(target, in: unit) else { continue }
          for partner in workspace.related(to: unit) {
            guard let other = Self.counterpart(of: target, in: unit, partner) else { continue }
            add(other, in: partner)
            candidates[partner.key] = partner
          }
        }
      }
    }
  }

  private mutating func add(_ target: Use.Target, in unit: CheckedUnit) {
    declarations.formUnion(Self.declarations(of: target, in: unit))
  }

  private func isSame(_ target: Use.Target, in unit: CheckedUnit) -> Bool {
    !declarations.isDisjoint(with: Self.declarations(of: target, in: unit))
  }

  /// Adds the places in a unit and returns whether there are any.
  private mutating func collect(_ unit: CheckedUnit) -> Bool {
    var isFound = false
    var known: [Use.Target: Bool] = [:]
    for entry in unit.names.entries {
      let target = entry.use.target
      let isWanted = known[target] ?? isSame(target, in: unit)
      known[target] = isWanted
      guard isWanted, let place = unit.location(of: entry.token),
        let text = unit.file(place.file)
      else { continue }
      places[place] = text
      isFound = true
    }
    return isFound
  }

  /// Returns the places of a name in inactive branches and in macros that are not called, if all
  /// others of the name in a shader are these references: it means the same there. Not so if such
  /// text declares the name in another scope, or contains the new one.
  func unchecked(
    _ name: String, isMember: Bool, to newName: String
  ) -> [(place: Location, text: SourceText)] {
    let (tag, newTag) = (Word(name).tag, Word(newName).tag)
    var found: [Location: SourceText] = [:]
    for unit in units {
      let isOnlyMeaning = unit.names.entries.allSatisfy { entry in
        guard entry.token.tag == tag, let place = unit.location(of: entry.token) else {
          return true
        }
        return places[place] != nil
      }
      guard isOnlyMeaning else { continue }
      let live = Set(
        unit.checked.preprocessed.items.lazy.filter { [tag, newTag].contains($0.token.tag) }
          .map(\.token.start))
      let tokens = unit.assembly.scan.tokens
      let scopes = Self.scopes(of: tokens)
      let own = Set(
        tokens.indices.lazy.filter { tokens[$0].tag == tag && live.contains(tokens[$0].start) }
          .filter { unit.location(of: tokens[$0]).map(declarations.contains) == true }
          .map { scopes[$0] })
      var here: [Location: SourceText] = [:]
      var (isDirective, hasOtherMeaning) = (false, false)
      for (index, token) in tokens.enumerated().dropFirst() {
        let before = tokens[index - 1]
        if token.startsLine { isDirective = false }
        // Of directives, only the bodies of macros are code.
        if before.is("#"), before.startsLine { isDirective = !token.is(.define) }
        guard token.kind == .identifier, token.tag == tag || token.tag == newTag,
          !live.contains(token.start), !isDirective, !before.is(.define)
        else { continue }
        if token.tag == newTag
          || before.kind == .identifier && !Self.statements.contains(before.tag)
            && !own.contains(scopes[index]) && (index < 2 || !tokens[index - 2].is(.define))
        {
          hasOtherMeaning = true
        } else if before.is(".") == isMember, let place = unit.location(of: token),
          let text = unit.file(place.file)
        {
          here[place] = text
        }
      }
      if !hasOtherMeaning { found.merge(here) { $1 } }
    }
    return found.filter { places[$0.key] == nil }.map { (place: $0.key, text: $0.value) }
  }

  /// The outermost block, such as a function with its parameters, in which each token stands, by
  /// its number; 0 outside of blocks.
  private static func scopes(of tokens: [Token]) -> [Int] {
    var (blocks, braces, parentheses) = (0, 0, 0)
    return tokens.map { token in
      if token.is("{") {
        if braces == 0 { blocks += 1 }
        braces += 1
      }
      if token.is("(") { parentheses += 1 }
      defer {
        if token.is("}") { braces -= 1 }
        if token.is(")") { parentheses -= 1 }
      }
      return braces > 0 ? blocks : parentheses > 0 ? blocks + 1 : 0
    }
  }

  /// The words after which a name is not declared.
  private static let statements = Set(["return", "else", "do"].map { Word($0).tag })

  // MARK: Declarations

  /// Returns the places where the target of a name is declared; none for built-in ones.
  static func declarations(of target: Use.Target, in unit: CheckedUnit) -> [Location] {
    let tree = unit.checked.tree
    let items: [Int32]
    switch target {
    case .symbol(let id): items = [tree[symbol: id].item]
    case .function(let id): items = [tree[function: id].item, tree[function: id].definition]
    case .member(let structure, let index):
      items = [tree.structures[Int(structure)].members[Int(index)].item]
    case .builtIn, .components: items = []
    }
    var places: [Location] = []
    for place in items.compactMap(unit.location(ofItem:)) where !places.contains(place) {
      places.append(place)
    }
    return places
  }

  // MARK: Linking

  /// Whether shaders that are linked, or the program, know the name.
  static func isLinked(_ target: Use.Target, in unit: CheckedUnit) -> Bool {
    let tree = unit.checked.tree
    switch target {
    case .symbol(let id):
      let symbol = tree[symbol: id]
      if symbol.kind == .structure { return isShared(symbol.type.structure, tree) }
      return symbol.isGlobal && [.varying, .uniform, .attribute].contains(symbol.storage)
    case .member(let structure, _): return isShared(structure, tree)
    default: return false
    }
  }

  /// Whether a name is that of a varying.
  static func isVarying(_ target: Use.Target, in unit: CheckedUnit) -> Bool {
    guard case .symbol(let id) = target else { return false }
    return unit.checked.tree[symbol: id].isVarying
  }

  /// Whether a uniform has the type of a structure.
  private static func isShared(_ structure: Int32, _ tree: SyntaxTree) -> Bool {
    tree.symbols.contains { $0.storage == .uniform && $0.type.structure == structure }
  }

  /// Returns what a name in the other stage must agree with.
  private static func counterpart(
    of target: Use.Target, in unit: CheckedUnit, _ partner: CheckedUnit
  ) -> Use.Target? {
    let (tree, other) = (unit.checked.tree, partner.checked.tree)
    switch target {
    case .symbol(let id):
      let symbol = tree[symbol: id]
      return other.symbols.lastIndex {
        $0.name == symbol.name && $0.kind == symbol.kind && $0.storage == symbol.storage
          && $0.isGlobal && $0.item >= 0
      }.map { .symbol(Int32($0)) }
    case .member(let structure, let index):
      let structure = tree.structures[Int(structure)]
      let member = structure.members[Int(index)].name
      guard let number = other.structures.lastIndex(where: { $0.name == structure.name }),
        let position = other.structures[number].members.firstIndex(where: { $0.name == member })
      else { return nil }
      return .member(structure: Int32(number), index: Int32(position))
    default: return nil
    }
  }

  // MARK: Requests

  /// `textDocument/references`.
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    guard let entry = cursor.entry else { return .null }
    let references = References(
      entry.use.target, in: cursor.unit, workspace,
      placesOf: cursor.unit.assembly.string(entry.token))
    let withDeclaration = parameters["context"]["includeDeclaration"].bool ?? true
    return .array(
      references.sorted.filter { withDeclaration || !references.declarations.contains($0.place) }
        .map { place, text in workspace.json(place, in: text) })
  }

  /// `textDocument/documentHighlight`.
  static func highlights(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    guard let entry = cursor.entry else { return .null }
    let path = cursor.document.path
    let target = entry.use.target
    let places = Set(
      cursor.unit.names.entries.filter { $0.use.target == target }
        .compactMap { cursor.unit.location(of: $0.token) })
    return .array(
      places.filter { $0.file == path }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map {
        ["range": cursor.document.text.range(of: $0).json, "kind": 1]
      })
  }

  /// The places by file and position.
  var sorted: [(place: Location, text: SourceText)] {
    places.map { (place: $0.key, text: $0.value) }.sorted {
      ($0.place.file, $0.place.line, $0.place.column)
        < ($1.place.file, $1.place.line, $1.place.column)
    }
  }

  /// `textDocument/definition`.
  static func definition(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    if let path = Includes.target(at: cursor, workspace) {
      let start: JSON = ["line": 0, "character": 0]
      return ["uri": .string(workspace.uri(path)), "range": ["start": start, "end": start]]
    }
    guard let entry = cursor.entry else {
      guard let name = cursor.identifier, let macro = cursor.macro(name.tag),
        let place = cursor.unit.location(of: macro.name)
      else { return .null }
      return workspace.json(place, in: cursor.unit)
    }
    let target = entry.use.target
    // On a declaration that linking joins with another one, go to the other one.
    if entry.use.isDeclaration, isLinked(target, in: cursor.unit) {
      for partner in workspace.partners(of: cursor.unit) {
        if let other = counterpart(of: target, in: cursor.unit, partner),
          let place = declarations(of: other, in: partner).first
        {
          return workspace.json(place, in: partner)
        }
      }
    }
    // The definition of a function comes after its prototype.
    guard let place = declarations(of: target, in: cursor.unit).last else { return .null }
    return workspace.json(place, in: cursor.unit)
  }

  /// `textDocument/typeDefinition`: the structure of a variable or member.
  static func typeDefinition(_ parameters: JSON, _ workspace: Workspace) throws(RequestError)
    -> JSON
  {
    let cursor = try Cursor(parameters, workspace)
    let tree = cursor.unit.checked.tree
    let type: ValueType
    switch cursor.entry?.use.target {
    case .symbol(let id): type = tree[symbol: id].type
    case .function(let id): type = tree[function: id].result
    case .member(let structure, let index):
      type = tree.structures[Int(structure)].members[Int(index)].type
    default: return .null
    }
    guard type.basic == .structure,
      let symbol = tree.symbols.first(where: {
        $0.kind == .structure && $0.type.structure == type.structure
      }),
      let place = cursor.unit.location(ofItem: symbol.item)
    else { return .null }
    return workspace.json(place, in: cursor.unit)
  }
}
