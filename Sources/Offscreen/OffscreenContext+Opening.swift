import GLES
import GLESKitCEGL

/// How contexts are opened: on the first route that works, and on a display that no other thread
/// uses where ``OneContextPerDisplay`` asks for that.
extension OffscreenContext {
  /// Tries every route of `choice` and returns each result, for reports.
  ///
  /// The context that is current on this thread stays current. On llvmpipe, this may wait for
  /// another thread to release that context's display.
  public static func probe(_ choice: RouteChoice = .all) -> [Attempt] {
    let before = CurrentContext()
    defer { before.restore(waits: true) }
    return candidates(choice).map { candidate in
      do throws(OffscreenError) {
        return try open([candidate], Request(before: before)).attempts[0]
      } catch .noDisplay(let attempts) {
        return attempts[0]
      } catch {
        let failure = RouteFailure("eglMakeCurrent", cause: "\(error)")
        return Attempt(route: candidate.route, outcome: .failed(failure))
      }
    }
  }

  /// A context that is current on this thread, and the attempts that led to it.
  struct Opened {
    let owner: ContextOwner
    let gl: Context
    let attempts: [Attempt]
  }

  /// The context to open.
  struct Request {
    var surface = Surface.none
    var ignoresExtensions = false
    var label: String?
    /// What is current on this thread, and will be again.
    var before = CurrentContext()
  }

  /// Opens the first route of `choice` that works.
  static func open(_ choice: RouteChoice, _ request: Request) throws(OffscreenError) -> Opened {
    do {
      return try open(candidates(choice), request)
    } catch {
      request.before.restore(waits: true)
      throw error
    }
  }

  /// A route to try, or the reason why a kind of route cannot be listed.
  private struct Candidate {
    let route: Route
    var failure: RouteFailure?
  }

  /// Opens the first candidate that works; waits while all displays of a driver that needs
  /// ``OneContextPerDisplay`` are in use.
  private static func open(
    _ candidates: [Candidate], _ request: Request
  ) throws(OffscreenError) -> Opened {
    while true {
      let releases = OneContextPerDisplay.releases
      let unlisted = candidates.compactMap { candidate in
        candidate.failure.map { Attempt(route: candidate.route, outcome: .failed($0)) }
      }
      let displays = candidates.filter { $0.failure == nil }.flatMap {
        Display.Key.all(of: $0.route)
      }
      .map { (key: $0, contexts: Display.contexts(of: $0)) }
      // Contexts that exist must not change which driver the next one gets.
      let mustTakeTurns = displays.contains { $0.contexts > 0 }
      var attempts: [Attempt] = []
      var isBusy = false
      for (key, _) in displays.sorted(by: { $0.contexts < $1.contexts }) {
        do throws(RouteFailure) {
          let display = try Display.open(key)
          guard OneContextPerDisplay.claim(display.number) else {
            isBusy = true
            continue
          }
          let (owner, gl) = try context(on: display, request)
          guard !mustTakeTurns || OneContextPerDisplay.applies(to: gl.driver) else { continue }
          attempts.append(Attempt(route: key.route, outcome: .opened))
          return Opened(owner: owner, gl: gl, attempts: unlisted + attempts)
        } catch {
          let attempt = Attempt(route: key.route, outcome: .failed(error))
          if !attempts.contains(attempt) { attempts.append(attempt) }
        }
      }
      guard isBusy else { throw .noDisplay(attempts + unlisted) }
      request.before.release()
      guard OneContextPerDisplay.waitForRelease(after: releases) else { throw .displaysInUse }
    }
  }

  /// Makes a context on a display that has been claimed.
  private static func context(
    on display: Display, _ request: Request
  ) throws(RouteFailure) -> (ContextOwner, Context) {
    do throws(RouteFailure) {
      let parts = try ContextParts(
        on: display, surface: request.surface, ignoresExtensions: request.ignoresExtensions)
      let owner = ContextOwner(parts, before: request.before)
      do throws(GLESError) {
        let gl = try Context(
          label: request.label, ignoresExtensions: request.ignoresExtensions, owner: owner
        ) { name in
          eglGetProcAddress(name).map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) }
        }
        OneContextPerDisplay.note(parts.number, on: display.number, gl.driver)
        return (owner, gl)
      } catch {
        throw RouteFailure("glGetString", cause: error.description)
      }
    } catch {
      OneContextPerDisplay.giveUp(display.number)
      throw error
    }
  }

  private static func candidates(_ choice: RouteChoice) -> [Candidate] {
    switch choice {
    case .only(let route): [Candidate(route: route)]
    case .devices: devices()
    case .renderNodes: renderNodes()
    case .all:
      devices() + [Candidate(route: .surfaceless)] + renderNodes()
        + [Candidate(route: .defaultDisplay)]
    }
  }

  private static func devices() -> [Candidate] {
    do throws(RouteFailure) {
      return try Devices.all().hardwareFirst.map { Candidate(route: .device($0)) }
    } catch {
      return [Candidate(route: .device(0), failure: error)]
    }
  }

  private static func renderNodes() -> [Candidate] {
    let nodes = RenderNodes.paths
    return nodes.isEmpty
      ? [Candidate(route: .gbm(path: RenderNodes.first), failure: .noRenderNode)]
      : nodes.map { Candidate(route: .gbm(path: $0)) }
  }
}
