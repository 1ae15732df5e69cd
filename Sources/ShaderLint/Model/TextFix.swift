/// A change of files that removes a finding.
package struct TextFix: Hashable, Sendable {
  /// A part of a file, which may be empty, and what to put there instead.
  package struct Edit: Hashable, Sendable {
    /// The path, as in ``Location/file``.
    package var file: String
    /// The offsets of the bytes to replace.
    package var range: Range<Int>
    /// The new text.
    package var text: String
  }

  /// What the fix does, as an imperative sentence without a full stop.
  package var title: String
  /// The changes. They don't overlap.
  package var edits: [Edit]
}
