import GLESKitSupport
import ImageCoding
import Imaging

/// Which of a book's pages are wanted, such as `3-9` or `1,4-6,12-`.
public struct PageSelection: Hashable, Sendable, CustomStringConvertible {
  /// The selection as it was given.
  public let description: String
  private let ranges: [ClosedRange<Int>]

  /// Reads a selection: numbers and ranges from 1 on, with commas between them; a range without an end
  /// runs to the last page. `nil` for anything else.
  public init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.number(ends[0]) else { return nil }
      if ends.count == 1 {
        ranges.append(first...first)
      } else if ends[1].isEmpty {
        ranges.append(first...Self.largest)
      } else {
        guard let last = Self.number(ends[1]), last >= first else { return nil }
        ranges.append(first...last)
      }
    }
    self.ranges = ranges
    description = text
  }

  /// The chosen of `pages`, in the order in which they are named.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a page that is not there.
  func choose<Page>(from pages: [Page]) throws(RecordingError) -> [Page] {
    var chosen: [Page] = []
    for range in ranges {
      let last = range.upperBound == Self.largest ? pages.count : range.upperBound
      guard last <= pages.count, range.lowerBound <= last else {
        throw .pages(
          "there is no page \(max(range.lowerBound, last)) in a book of \(pages.count); "
            + "the selection is '\(description)'")
      }
      chosen += pages[range.lowerBound - 1..<last]
    }
    return chosen
  }

  private static let largest = 1_000_000

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      (1..<largest).contains(number)
    else { return nil }
    return number
  }
}

extension PageSource {
  /// The pages that paths stand for: pictures, PDFs, and folders, whose pictures and PDFs are taken in
  /// the order of their names (`page-2` before `page-10`); `-` is a picture on standard input.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a folder without pages, ``RecordingError/file(_:)`` for
  ///   one that cannot be read.
  static func pages(at paths: [String]) throws(RecordingError) -> [PageSource] {
    var pages: [PageSource] = []
    for path in paths {
      switch path == "-" ? .special : Files.kind(of: path) {
      case .special:
        do throws(FileError) {
          let bytes =
            path == "-"
            ? try Files.readStandardInput(limit: 1 << 30) : try Files.read(path, limit: 1 << 30)
          pages.append(.bytes(bytes, name: path))
        } catch {
          throw .file(error)
        }
      case .folder: pages += try self.pages(inFolder: path)
      case .regular, nil: pages += try self.pages(inFile: path)
      }
    }
    return pages
  }

  private static func pages(inFile path: String) throws(RecordingError) -> [PageSource] {
    guard PDFFile.isPDF(path) else { return [.picture(path: path)] }
    do throws(RecordingError) {
      let file = try PDFFile(path)
      return (1...file.count).map { .pdf(file, page: $0) }
    } catch {
      // It stands for one page, as nobody knows of how many.
      return [.unreadable(error)]
    }
  }

  private static func pages(inFolder folder: String) throws(RecordingError) -> [PageSource] {
    let names: [String]
    do { names = try Files.list(folder) } catch { throw .file(error) }
    let wanted = names.filter { name in
      !name.hasPrefix(".")
        && (ImageFormat(extensionOf: name) != nil || name.lowercased().hasSuffix(".pdf"))
    }.sorted(by: NaturalOrder.precedes)
    guard !wanted.isEmpty else {
      throw .pages("'\(folder)' holds no .png, .jpg, .webp or .pdf file; give a folder that does")
    }
    var pages: [PageSource] = []
    for name in wanted {
      pages += try self.pages(inFile: folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
    }
    return pages
  }
}

/// The order in which people count files: numbers in names by their value.
enum NaturalOrder {
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (a, b) = (parts(first), parts(second))
    for (left, right) in zip(a, b) where left != right {
      switch (left, right) {
      case (.number(let x, let text), .number(let y, let other)):
        if x != y { return x < y }
        return text.count < other.count
      case (.text(let x), .text(let y)): return x < y
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return a.count < b.count
  }

  private enum Part: Equatable {
    /// The digits without zeros before them, which decide by length, then by themselves.
    case number(Digits, text: Substring)
    case text(Substring)
  }

  private struct Digits: Comparable {
    let digits: Substring
    static func < (first: Digits, second: Digits) -> Bool {
      first.digits.count != second.digits.count
        ? first.digits.count < second.digits.count : first.digits < second.digits
    }
  }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(name)
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest.dropFirst(part.count)
      parts.append(
        isDigit ? .number(Digits(digits: part.drop { $0 == "0" }), text: part) : .text(part))
    }
    return parts
  }
}
