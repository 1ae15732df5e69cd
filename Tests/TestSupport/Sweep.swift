import Glibc

// A release build has no Testing, and builds this module, too.
#if canImport(Testing)
  import Testing
#endif

/// How much is tested.
///
/// - `make test` leaves out tests that take seconds, which are marked `.long`, and tries few
///   inputs, so that it can be run before each commit.
/// - CI sets `GLESKIT_SWEEP=sample`: all tests run, and those with many inputs try a sample of
///   them.
/// - `make conformance` sets `GLESKIT_SWEEP=full`: they try all inputs.
///
/// A number, as in `GLESKIT_SWEEP=500@1000`, tries 500 inputs from number 1,000 on: the scripts
/// split work with it, and a failure prints the number of its input.
public struct Sweep: Sendable {
  /// The number of inputs.
  public let count: Int
  /// The number of the first input.
  public let first: Int

  private static let setting = getenv("GLESKIT_SWEEP").map { String(cString: $0) } ?? ""

  /// Whether long tests are left out.
  static let isShort = setting.isEmpty

  /// Whether everything is tried.
  public static let isFull = setting == "full"

  /// Chooses between what `make test` tries, a sample and a full sweep.
  ///
  /// - Parameters:
  ///   - short: The number of inputs for `make test`, where it differs from a sample's.
  ///   - sample: The number of inputs in CI.
  ///   - full: The number of inputs of `make conformance`.
  public init(short: Int? = nil, sample: Int, full: Int) {
    let parts = Self.setting.split(separator: "@").map { Int($0) }
    if let count = parts.first ?? nil {
      (self.count, first) = (count, parts.count > 1 ? parts[1] ?? 0 : 0)
    } else {
      (count, first) = (Self.isFull ? full : Self.isShort ? short ?? sample : sample, 0)
    }
  }

  /// All pairs of two lists in a full sweep. In a sample each value is in one pair at least.
  public static func pairs<First, Second>(
    _ first: [First], _ second: [Second]
  ) -> [(First, Second)] {
    if isFull { return first.flatMap { one in second.map { (one, $0) } } }
    return (0..<max(first.count, second.count)).map {
      (first[$0 % first.count], second[$0 % second.count])
    }
  }

  /// The numbers of the inputs.
  public var numbers: Range<Int> { first..<first + count }
}

#if canImport(Testing)
  extension Trait where Self == ConditionTrait {
    /// A test that takes seconds, such as one that makes whole videos: CI and `make conformance`
    /// run it, `make test` does not.
    public static var long: Self { .disabled(if: Sweep.isShort, "long: make test-all runs it") }
  }
#endif
