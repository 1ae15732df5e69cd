// A release build has no Testing, and builds this module, too.
#if canImport(Testing)
  import Glibc
  import Synchronization
  import Testing

  /// How a test's own process ends.
  public enum OwnEnding: Sendable {
    /// All its expectations held.
    case success
    /// Something ended it early, as a failed precondition does.
    case failure
    /// This signal ended it.
    case signal(Int32)

    /// Whether a status, which counts signals as shells do, is this ending.
    fileprivate func isTrue(of status: Int) -> Bool {
      switch self {
      case .success: status == 0
      case .failure: status != 0
      case .signal(let number): status == 128 + Int(number)
      }
    }
  }

  private let variable = "GLESKIT_OWN_PROCESS"
  private let beginning = "the test's own process begins"

  /// The part of a test that this process is for; `nil` in the process of all tests.
  private let ownPart = getenv(variable).map { String(cString: $0) }
  private let hasBegun = Atomic(false)

  /// Whether this process runs a part of one test only. Conditions of tests must not open a driver
  /// then.
  public var isOwnProcess: Bool { ownPart != nil }

  /// Runs a part of a test in a process of its own: for what changes a whole process, such as
  /// variables that a driver reads once, or ends it.
  ///
  /// The test program is started again with this test alone, which skips all such parts but this
  /// one. `#expect(processExitsWith:)` isn't used, because its thread polls each program that has
  /// ended until somebody waits for it, and keeps a core busy where all tests block their threads.
  ///
  /// - Parameters:
  ///   - text: What `body` is given, such as a path of the process that calls.
  ///   - ending: How the process has to end.
  ///   - sourceLocation: Where the part stands: two parts of a test stand on lines of their own.
  ///   - body: What to run.
  /// - Throws: ``SubprocessError`` if the process can't be started; in the own process what `body`
  ///   throws.
  public func inOwnProcess(
    passing text: String = "", endingIn ending: OwnEnding = .success,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (_ text: String) throws -> Void
  ) throws {
    let place = "\(sourceLocation.fileID):\(sourceLocation.line):"
    if let ownPart {
      guard ownPart.hasPrefix(place) else { return }
      guard hasBegun.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
      else { return }
      print(beginning)
      fflush(nil)
      return try body(String(ownPart.dropFirst(place.count)))
    }
    // What a process leaves that ends early.
    let scratch = try TemporaryFolder()
    let test = try #require(Test.current, "call it on the test's own task").id
    let name = "\(test.moduleName).\(test.nameComponents.joined(separator: "/"))"
    let run = try Subprocess(
      ["/proc/self/exe", "--testing-library", "swift-testing", "--filter", "^\\Q\(name)\\E/"],
      capturesErrors: true,
      environment: [
        variable: place + text, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": scratch.path,
      ])
    let output = "\(run.text)\n\(String(decoding: run.errors, as: UTF8.self))"
    #expect(
      output.contains(beginning) && ending.isTrue(of: run.status),
      "ended with status \(run.status), not in \(ending): \(output)",
      sourceLocation: sourceLocation)
  }
#endif
