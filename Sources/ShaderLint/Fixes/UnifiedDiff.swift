import GLSL

/// Writes the difference of two texts in the unified format of `diff -u`, which `patch` reads. Its
/// lines are exact, but names that are commands for a service are escaped.
enum UnifiedDiff {
  /// The number of unchanged lines around a change.
  private static let context = 3

  /// Returns the difference; empty for equal texts. Bytes that are no UTF-8 stay as they are.
  static func text(path: String, old: [UInt8], new: [UInt8]) -> [UInt8] {
    let (a, b) = (lines(old), lines(new))
    let blocks = changes(a, b)
    guard !blocks.isEmpty else { return [] }
    let name = LintReport.withoutCommands(Location(file: path).text)
    var text = Array("--- \(name)\n+++ \(name)\n".utf8)
    var index = 0
    while index < blocks.count {
      // Changes that are close share a hunk.
      var last = index
      while last + 1 < blocks.count,
        blocks[last + 1].old.lowerBound - blocks[last].old.upperBound <= 2 * context
      {
        last += 1
      }
      text += hunk(Array(blocks[index...last]), a, b)
      index = last + 1
    }
    return text
  }

  /// Lines that differ.
  private struct Block {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Returns the lines with their line ends, which the last one may lack.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: .newline).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  private static func changes(
    _ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]
  ) -> [Block] {
    let difference = b.difference(from: a)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var blocks: [Block] = []
    var (x, y) = (0, 0)
    while x < a.count || y < b.count {
      let (startX, startY) = (x, y)
      while removed.contains(x) { x += 1 }
      while inserted.contains(y) { y += 1 }
      if x > startX || y > startY {
        blocks.append(Block(old: startX..<x, new: startY..<y))
      } else {
        x += 1
        y += 1
      }
    }
    return blocks
  }

  private static func hunk(
    _ blocks: [Block], _ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]
  ) -> [UInt8] {
    guard let first = blocks.first, let last = blocks.last else { return [] }
    let before = min(context, first.old.lowerBound)
    let after = min(context, a.count - last.old.upperBound)
    let old = (first.old.lowerBound - before)..<(last.old.upperBound + after)
    let new = (first.new.lowerBound - before)..<(last.new.upperBound + after)
    var text = Array("@@ -\(place(old)) +\(place(new)) @@\n".utf8)
    var next = old.lowerBound
    func show(_ mark: String, _ lines: ArraySlice<ArraySlice<UInt8>>) {
      for line in lines {
        text += mark.utf8
        text += line
        if line.last != .newline { text += "\n\\ No newline at end of file\n".utf8 }
      }
    }
    for block in blocks {
      show(" ", a[next..<block.old.lowerBound])
      show("-", a[block.old])
      show("+", b[block.new])
      next = block.old.upperBound
    }
    show(" ", a[next..<old.upperBound])
    return text
  }

  private static func place(_ range: Range<Int>) -> String {
    range.isEmpty
      ? "\(range.lowerBound),0"
      : range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1),\(range.count)"
  }
}

extension FixedFiles {
  /// The changes in the unified format.
  package var diff: [UInt8] {
    changes.flatMap { UnifiedDiff.text(path: $0.old.path, old: $0.old.bytes, new: $0.new) }
  }
}
