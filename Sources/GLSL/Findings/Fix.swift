/// A change of the text that removes a finding.
package struct Fix: Hashable, Sendable {
  /// A part of the text, which may be empty, and what to put there instead.
  package struct Edit: Hashable, Sendable {
    package var range: SourceRange
    package var text: String

    package init(range: SourceRange, text: String) {
      self.range = range
      self.text = text
    }
  }

  /// What the fix does, as an imperative sentence without a full stop.
  package var title: String
  /// The changes, in the order of the text. They don't overlap.
  package var edits: [Edit]

  package init(title: String, edits: [Edit]) {
    self.title = title
    self.edits = edits
  }

  /// Makes a fix that replaces one range.
  package init(_ title: String, _ range: SourceRange, _ text: String) {
    self.init(title: title, edits: [Edit(range: range, text: text)])
  }
}
