import Imaging

/// The command line.
struct Arguments {
  static let usage = """
    Usage: Reader [--size WxH] [--leaf N] PAGE...
           Reader --still FILE [--size WxH] [--leaf N] [--drag X,Y:X,Y] PAGE...
           Reader --record FILE [--size WxH] [--leaf N] PAGE...

    Opens a book: pages are PNG or JPEG pictures, PDFs, or folders of them. Drag a page, or use the
    arrow keys. R starts and ends a recording of the window, reader-1.mp4. Escape ends.

      --size WxH       The window's size. Default: 1200x800.
      --leaf N         Opens the book with N leaves turned. Default: 0.
      --still FILE     No window: writes what it would show as a picture.
      --record FILE    No window: writes a video in which the other leaves turn.
      --drag X,Y:X,Y   With --still: the mouse holds what was at the first point (pixels from the
                       upper left) at the second.
    """

  var size = PixelSize(1200, 800)
  var leaf = 0
  var still: String?
  var record: String?
  var drag: (from: SIMD2<Double>, to: SIMD2<Double>)?
  var pages: [String] = []

  /// Reads the command line.
  ///
  /// - Throws: ``Misuse``.
  init(_ words: some Sequence<String>) throws(Misuse) {
    var words = words.makeIterator()
    func value(_ option: String, _ text: String?) throws(Misuse) -> String {
      guard let text else { throw Misuse("\(option) needs a value") }
      return text
    }
    while let word = words.next() {
      switch word {
      case "--size":
        let numbers = try value(word, words.next()).split(separator: "x").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (64...16_384).contains($0) }) else {
          throw Misuse("--size needs a width and a height from 64 to 16384, such as 1200x800")
        }
        size = PixelSize(numbers[0], numbers[1])
      case "--leaf":
        guard let number = Int(try value(word, words.next())), number >= 0 else {
          throw Misuse("--leaf needs a number of at least 0")
        }
        leaf = number
      case "--still": still = try value(word, words.next())
      case "--record": record = try value(word, words.next())
      case "--drag":
        let numbers = try value(word, words.next()).split { ",:".contains($0) }.compactMap {
          Double($0)
        }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
          throw Misuse("--drag needs two points, such as 900,600:500,550")
        }
        drag = (SIMD2(numbers[0], numbers[1]), SIMD2(numbers[2], numbers[3]))
      case let word where word.hasPrefix("--"): throw Misuse("unknown option \(word)")
      default: pages.append(word)
      }
    }
    guard !pages.isEmpty else { throw Misuse("missing PAGE") }
    guard drag == nil || still != nil else {
      throw Misuse("--drag requires --still; use the mouse")
    }
    guard still == nil || record == nil else { throw Misuse("--still or --record, not both") }
  }
}

/// A wrong command line.
struct Misuse: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
