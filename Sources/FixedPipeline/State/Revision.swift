import Synchronization

/// Marks a value so that a later look tells whether it has changed: copies have the mark of what they
/// were copied from, and every change makes a mark that no other value has.
struct Revision: Equatable {
  private let number: UInt64

  /// The mark of a value that has its defaults.
  static let initial = Revision(number: 0)

  private static let last = Atomic<UInt64>(0)

  /// A mark that nothing has had before.
  static var next: Revision {
    Revision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
