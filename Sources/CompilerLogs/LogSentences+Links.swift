// Messages of linkers, which most drivers write without a prefix.

extension LogSentences {
  private static let linkSubjects: [StaticString] = [
    "varying", "uniform", "attribute", "input", "output", "variable", "precision", "array size",
    "structure", "sampler", "texture image units",
  ]
  private static let linkProblems: [StaticString] = [
    "not declared in", "not been declared in", "not found in", "does not match", "do not match",
    "doesn't match", "mismatch", "differ between", "differs between", "unmatched",
    "not written", "does not write", "not linkable", "same name but different",
    "has different type", "conflict", "too many", "exceed", "maximum register limit",
    "could not pack", "no matching output",
    "statically used", "same location", "over the limit", "are disallowed", "no corresponding",
    " aliases ", "is bound to generic",
  ]

  /// Returns whether a line is a link error, which most drivers write without a prefix.
  static func isLinkError(_ words: Words) -> Bool {
    words.containAny([
      "out of resource error", "linked out of memory", "unknown #version", "no shaders attached",
      "missing entry point", "unable to parse built-ins",
    ])
      || words.bytes.starts(with: "unexpected error.".utf8)
      || (words.contain("programs must have both") && words.contain("shader"))
      || (words.contain("internal error") && words.containAny(["compil", "link", "validat"]))
      || (words.containAny(["shader lacks a", "has no main"]) && words.contain("shader"))
      || (words.containAny(linkSubjects) && words.containAny(linkProblems))
  }

  /// Returns whether a line is a message whose position a program left out:
  /// `'x' : undeclared identifier`.
  static func lacksPosition(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    cursor.skipBlanks()
    let text = cursor.rest
    return cursor.takeToken() != nil && cursor.take(": ") && isComplaint(text)
  }

  /// Returns whether a line is a message of `glValidateProgram`, which depends on the state of the
  /// app.
  static func isValidation(_ words: Words) -> Bool {
    words.contain("samplers") && words.contain("same texture image unit")
  }
}
