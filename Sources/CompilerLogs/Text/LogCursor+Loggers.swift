// The prefixes of Android's logcat and of Python's loggers.

extension LogCursor {
  /// The index after Android's prefix: date, time, process and thread, priority, tag. `nil` if the
  /// line has none.
  ///
  /// `adb logcat` writes `06-05 08:16:37.387 I/Tag(30302): text` or
  /// `06-05 08:16:37.387  1234  5678 I Tag     : text`, or these without date and time.
  var indexAfterLogcat: Int? {
    var cursor = self
    cursor.skipBlanks()
    var isDated = false
    while cursor.attempt({ $0.takeTime() }) != nil {
      isDated = true
      cursor.skipBlanks()
    }
    if isDated {
      _ = cursor.take(":")
      cursor.skipBlanks()
      // Process and thread: "1234 5678", "20329-20350/?", "2643-2778".
      while cursor.attempt({ $0.takeProcess() }) != nil { cursor.skipBlanks() }
    }
    guard let text = cursor.attempt({ $0.takeTag(isDated: isDated) }) else { return nil }
    return text
  }

  /// The index after the prefix of Python's `logging`, `ERROR:name:`; `nil` if the line has none.
  var indexAfterPythonLogger: Int? {
    var cursor = self
    for level in ["ERROR:", "WARNING:", "INFO:", "DEBUG:", "CRITICAL:"]
    where cursor.takeExactly(level) {
      guard cursor.takeName() != nil else { return nil }
      while cursor.takeExactly(".") { guard cursor.takeName() != nil else { return nil } }
      return cursor.takeExactly(":") ? cursor.position : nil
    }
    return nil
  }

  /// Skips a date or a time: digits with `-`, `:` or `.` between them.
  private mutating func takeTime() -> Bool? {
    guard takeNumber() != nil else { return nil }
    var parts = 1
    while parts < 5, take(":") || take("-") || take(".") {
      guard takeNumber() != nil else { return parts >= 3 ? true : nil }
      parts += 1
    }
    return parts >= 2 && (isAtEnd || startsBlank || startsColon) ? true : nil
  }

  private mutating func takeProcess() -> Bool? {
    guard takeNumber() != nil else { return nil }
    if take("-") { guard takeNumber() != nil else { return nil } }
    if take("/") { _ = takeWord() }
    return startsBlank ? true : nil
  }

  /// Skips `E/Tag(123): ` or `E Tag : `, and returns the index after it.
  private mutating func takeTag(isDated: Bool) -> Int? {
    // Android Studio writes the tag and the app before the priority.
    var words = 0
    while isDated, words < 3, !startsPriority {
      guard takeWord() else { return nil }
      skipBlanks()
      words += 1
    }
    guard startsPriority else { return nil }
    skip(1)
    let hasSlash = take("/")
    guard hasSlash || isDated else { return nil }
    skipBlanks()
    // Android Studio's tag may come first, so that the text follows the priority.
    if words > 0 && !hasSlash { return position }
    guard takeUntilTagEnd() else { return nil }
    return position
  }
}
