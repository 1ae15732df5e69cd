import Synchronization

/// Identifies a version of a value, to detect changes: a copy has the revision of the original, and
/// every change makes a new revision that no other value has.
struct Revision: Equatable {
  private let number: UInt64

  /// The revision of a value with its defaults.
  static let initial = Revision(number: 0)

  private static let last = Atomic<UInt64>(0)

  /// A new revision.
  static var next: Revision {
    Revision(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
