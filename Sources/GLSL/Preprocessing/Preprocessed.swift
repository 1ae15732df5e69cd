/// The tokens of a shader after conditionals are evaluated and macros expanded.
package struct Preprocessed: Sendable {
  /// A token, and where it comes from in the source: itself, or the macro call that produced it.
  package struct Item: Sendable {
    package var token: Token
    package var site: Token
    /// The line on which a preprocessor that writes text would put it. The line breaks inside a
    /// macro call disappear with the call.
    package var outputLine: Int32

    /// The token of the source to show for the item: an argument of a macro call, or else the call.
    package var origin: Token {
      // The text of a macro precedes its calls. Line 0 is a number that the preprocessor made.
      token.line > 0 && token.start > site.start ? token : site
    }
  }

  /// A `#extension` directive.
  package struct ExtensionChange: Hashable, Sendable {
    /// The hash of the name.
    package var tag: UInt64
    package var behavior: Extension.Behavior
    /// The name in the directive; `nil` for `all`.
    package var name: Token?
    /// The number of items before it.
    package var item: Int
  }

  /// The source, followed by the numbers that `__LINE__` and the like were replaced with.
  package var bytes: [UInt8]
  /// All tokens of the source, also those of directives and inactive branches.
  package var tokens: [Token]
  /// The remaining tokens, without directives.
  package var items: [Item] = []
  /// Whether the text contains `#pragma STDGL invariant(all)`.
  package var isAllInvariant = false
  /// The `#extension` directives in order.
  package var extensionChanges: [ExtensionChange] = []
  /// The first extension that the shader enables and the front end does not know.
  package var unjudgedExtension: String?
  /// The number in `#version`, times 1000 if a profile follows, as in `300 es`; `nil` without
  /// such a directive.
  package var version: Int?
  /// `false` if a macro exceeded the size limit, so that the rest was not read.
  package var complete = true
  /// The first `#if` with code in it that begins before the first item, after all `#extension`
  /// directives, and ends before the last item; `nil` if there is none.
  package var firstConditional: Token?
  /// The directives and the text that they remove, in order.
  package var removed: [Range<Int>] = []
  /// The comments that mention `shaderlint`.
  var comments: [Range<Int>] = []
  /// Wrong directives and macro calls.
  package var findings: [Finding] = []

  /// Whether the shader is in the language of this front end.
  package var isVersion100: Bool { version == nil || version == 100 }
  /// Whether the front end judges the shader: it knows the language and all extensions.
  package var isJudged: Bool { isVersion100 && unjudgedExtension == nil }

  /// Hashes of the extensions that the shader enables anywhere.
  package var extensions: Set<UInt64> {
    Set(extensionChanges.filter { $0.behavior != .disable }.map(\.tag))
  }

  /// The first token of the shader, or the `#if` before it: what can be put above it is seen by all
  /// declarations. `nil` for a shader without code.
  package var firstDeclaration: Token? {
    firstConditional ?? items.first?.site
  }

  /// Returns whether the same source gives the same tokens in another way, but for precisions.
  func hasSameCode(as other: Preprocessed) -> Bool {
    items.count == other.items.count
      && zip(items, other.items).allSatisfy { item, otherItem in
        let (a, b) = (item.token, otherItem.token)
        guard a.tag == b.tag else { return Precision.tags.isSuperset(of: [a.tag, b.tag]) }
        return a.kind == .identifier || bytes[a.range] == other.bytes[b.range]
      }
  }

  /// Returns the first item of the declaration that contains an item.
  package func start(ofDeclaration item: Int32) -> Int32 {
    let before = items[..<Int(item)].lastIndex { item in
      [";", "}", "{"].contains { item.token.is($0) }
    }
    return before.map { Int32($0) + 1 } ?? 0
  }

  /// Returns the text of an item.
  package func text(_ item: Int) -> String {
    String(decoding: bytes[items[item].token.range], as: UTF8.self)
  }
}

extension Preprocessed {
  /// Returns what to do about a character that GLSL lacks; `nil` if nothing is known.
  func hint(for token: Token) -> String? {
    guard token.is("\\") else { return nil }
    let rest = bytes[Int(token.start + token.length)...].drop(while: \.isBlank)
    return rest.first?.isLineEnd == true
      ? "blanks follow the backslash, so it does not join the lines: write them as one line"
      : "GLSL ES 1.00 has no backslash; remove it"
  }
}
