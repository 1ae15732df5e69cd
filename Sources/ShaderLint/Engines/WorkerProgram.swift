import GLESKitSupport
import Glibc

/// The program `shaderlint-worker`, which asks the driver and glslang.
///
/// A driver may crash, hang or exhaust memory on a hostile shader. In a process of its own, this
/// only affects one shader. The process reads requests from a socket at descriptor 3 and writes its
/// responses there.
///
/// It is a program of its own so that `shaderlint` links neither EGL nor glslang: without them, it
/// starts in half the time.
package enum WorkerProgram {
  package static let descriptor: Int32 = 3

  /// Where the program is: beside the running one, as the build puts it, or where `make install`
  /// does.
  package static let path = CompanionProgram.path(of: "shaderlint-worker")

  static func arguments(_ choice: EngineChoice, _ isolation: Isolation) -> [String] {
    [choice.engine.rawValue, String(choice.device ?? -1), String(isolation.seconds)]
  }

  /// Runs the program with the arguments of this process, in its place.
  ///
  /// - Throws: ``EngineUnavailable``.
  package static func replaceProcess() throws(EngineUnavailable) -> Never {
    execv(path, CommandLine.unsafeArgv)
    throw missing(CError(code: errno), path)
  }

  static func missing(_ error: CError, _ path: String) -> EngineUnavailable {
    EngineUnavailable(
      description:
        "cannot start '\(path)', a part of shaderlint: \(error.reason); reinstall shaderlint"
    )
  }
}
