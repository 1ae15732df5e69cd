/// How pages are arranged on sheets, and how many are shown.
public enum BookLayout: String, Hashable, Sendable, CaseIterable {
  /// One page is shown. Pages are fronts and backs in turn: the second page is the back of the
  /// first, and turning the first reveals the third.
  case sheets
  /// One page is shown. Every page is a front, and shows faintly through its blank back.
  case pages
  /// Two pages of an open book are shown. The first page lies alone, as a cover does.
  case spread
}

/// The direction in which a book is read.
public enum ReadingDirection: String, Hashable, Sendable, CaseIterable {
  /// Left to right: pages turn to the left.
  case leftToRight = "ltr"
  /// Right to left: pages turn to the right.
  case rightToLeft = "rtl"
}
