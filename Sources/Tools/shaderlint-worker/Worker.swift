import GLESKitSupport
import Glibc
import Offscreen
import ShaderLint

/// Answers the requests of a linter: see `WorkerProgram`.
enum Worker {
  /// Serves requests if a linter has started the process; otherwise returns at once.
  static func serveIfAsked(_ arguments: [String] = CommandLine.arguments) {
    guard arguments.count == 4, let engine = Engine(rawValue: arguments[1]),
      let device = Int(arguments[2]), let seconds = UInt(arguments[3])
    else { return }
    serve(engine, seconds: seconds, device: device < 0 ? nil : device)
  }

  private static func serve(_ engine: Engine, seconds: UInt, device: Int?) -> Never {
    let compiler: any Compiler
    do {
      compiler = try makeCompiler(engine, device: device)
    } catch {
      var lines = ["\(error)"]
      if case .noDisplay(let attempts)? = error as? OffscreenError {
        lines = ["no OpenGL ES 2.0 driver could be opened"] + attempts.map(\.description)
      }
      send(.unavailable, accepted: false, lines.joined(separator: "\n"))
      _exit(0)
    }
    send(.ready, compiler.summary)
    var buffer: [UInt8] = []
    var start = 0
    while true {
      guard let (payload, end) = WorkerMessage.frame(in: buffer[start...]) else {
        buffer.removeFirst(start)
        start = 0
        // The linter has finished or died. Exit without the driver's slow cleanup.
        guard Pipes.read(WorkerProgram.descriptor, onto: &buffer) > 0 else { _exit(0) }
        continue
      }
      start = end
      guard let request = WorkerMessage.Request(payload: payload) else { _exit(1) }
      // If the linter dies, nothing else stops a driver that hangs.
      limitProcessorTime(seconds + 5)
      answer(request, with: compiler)
    }
  }

  private static func makeCompiler(_ engine: Engine, device: Int?) throws -> any Compiler {
    switch engine {
    case .driver: return try DriverCompiler(device: device)
    case .glslang:
      #if Glslang
        return try GlslangCompiler()
      #else
        throw EngineUnavailable(
          description: "this build has no glslang engine; build it with the trait Glslang")
      #endif
    case .own: return OwnCompiler()
    }
  }

  private static func answer(_ request: WorkerMessage.Request, with compiler: any Compiler) {
    switch request.work {
    case .shader(let stage, let text):
      let answer = compiler.compile(stage, text)
      send(
        stage == .vertex ? .vertex : .fragment, of: request.job, accepted: answer.accepted,
        answer.log)
    case .details: send(.details, of: request.job, compiler.details)
    case .program(let vertex, let fragment):
      compiler.link(vertex: vertex, fragment: fragment) { phase, isLast, answer in
        send(phase, of: request.job, isLast: isLast, accepted: answer.accepted, answer.log)
      }
    }
  }

  private static func limitProcessorTime(_ seconds: UInt) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let used = UInt(usage.ru_utime.tv_sec) + UInt(usage.ru_stime.tv_sec) + 1
    var limit = rlimit(rlim_cur: rlim_t(used + seconds), rlim_max: rlim_t.max)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  }

  private static func send(
    _ phase: WorkerMessage.Phase, of job: UInt32 = 0, isLast: Bool = true, accepted: Bool = true,
    _ log: String?
  ) {
    let response = WorkerMessage.Response(
      job: job, phase: phase, isLast: isLast, accepted: accepted, log: log)
    let descriptor = WorkerProgram.descriptor
    let failure = response.bytes.withUnsafeBytes { bytes in
      Pipes.writeAll(bytes, to: descriptor) { rest in
        (Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)), errno)
      }
    }
    if failure != 0 { _exit(0) }
  }
}
