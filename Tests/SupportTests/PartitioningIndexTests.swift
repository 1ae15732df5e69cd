import GLESKitSupport
import Testing

/// The judge is a search from the front.
@Test func thePartitioningIndexIsThatOfTheFirst() {
  for count in 0..<20 {
    for first in 0...count {
      let marks = (0..<count).map { $0 >= first }
      #expect(marks.partitioningIndex { $0 } == marks.firstIndex(of: true) ?? count)
      #expect(marks[(count / 3)...].partitioningIndex { $0 } == max(first, count / 3))
    }
  }
}
