/// A task of a worker that draws a job.
enum FrameTask: Hashable {
  /// Open a context, if this worker draws.
  case open
  /// Decode a page, or a frame of one that is a video, into a slot.
  case page(ShownPage, slot: Int)
  /// Draw the ends of a turn into a slot, and prepare to compress them.
  case references(turn: Int, slot: Int, pages: [PageSlot])
  /// Compress the first end of a turn (0) or the last (1).
  case compress(Int, slot: Int)
  /// Draw a picture, the one with this index, and encode it into a slot.
  case frame(Int, slot: Int, references: Int?, pages: [PageSlot])

  /// Encode the picture with this index, whose pixels are in a slot, into the same slot.
  case encode(Int, slot: Int, references: Int?)

  /// A page and where it is.
  struct PageSlot: Hashable {
    var page: ShownPage
    var slot: Int
  }

  /// The task as the numbers of a message.
  var numbers: [Int] {
    switch self {
    case .open: [0]
    case .page(let page, let slot): [1, page.page, page.frame, page.columns, slot]
    case .references(let turn, let slot, let pages): [2, turn, slot] + Self.numbers(pages)
    case .compress(let end, let slot): [3, end, slot]
    case .frame(let index, let slot, let references, let pages):
      [4, index, slot, references ?? -1] + Self.numbers(pages)
    case .encode(let index, let slot, let references): [5, index, slot, references ?? -1]
    }
  }

  /// The task of a message that ``numbers`` made.
  init(_ numbers: [Int]) {
    self =
      switch numbers[0] {
      case 1:
        .page(
          ShownPage(page: numbers[1], frame: numbers[2], columns: numbers[3]), slot: numbers[4])
      case 2: .references(turn: numbers[1], slot: numbers[2], pages: Self.pages(numbers[3...]))
      case 3: .compress(numbers[1], slot: numbers[2])
      case 4:
        .frame(
          numbers[1], slot: numbers[2], references: numbers[3] < 0 ? nil : numbers[3],
          pages: Self.pages(numbers[4...]))
      case 5:
        .encode(numbers[1], slot: numbers[2], references: numbers[3] < 0 ? nil : numbers[3])
      default: .open
      }
  }

  private static func numbers(_ pages: [PageSlot]) -> [Int] {
    pages.flatMap { [$0.page.page, $0.page.frame, $0.page.columns, $0.slot] }
  }

  private static func pages(_ numbers: ArraySlice<Int>) -> [PageSlot] {
    stride(from: numbers.startIndex, to: numbers.endIndex, by: 4).map { start in
      PageSlot(
        page: ShownPage(
          page: numbers[start], frame: numbers[start + 1], columns: numbers[start + 2]),
        slot: numbers[start + 3])
    }
  }
}
