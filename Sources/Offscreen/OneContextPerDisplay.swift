import GLES
import GLESKitSupport
import Glibc

/// A workaround: contexts of one EGL display take turns where Mesa's llvmpipe draws.
///
/// In Mesa 22.3.6 `llvmpipe_flush_resource` (lp_flush.c) walks all contexts of a display and reads
/// the list of each one's resources, which the thread that draws with that context frees without a
/// lock (`lp_scene_end_rasterization`). Any copy, readback or upload can meet freed memory and end
/// the process with SIGSEGV. With eight threads on two displays, 3 of 15 films ended that way.
/// Contexts that are not current free nothing, so a display may have several, of which one is
/// current. No version of Mesa is known to be free of this. Set the environment variable
/// `GLESKIT_SHARED_DISPLAYS` to turn the workaround off.
enum OneContextPerDisplay {
  /// How long a thread waits without any display being released before it throws.
  private static let patience = Duration.seconds(60)

  /// Whether contexts of a driver must take turns.
  static func applies(to driver: Context.Driver) -> Bool {
    driver.renderer.hasPrefix("llvmpipe") && Environment["GLESKIT_SHARED_DISPLAYS"] == nil
  }

  /// What a display's contexts must do.
  private enum Use {
    /// The first context of the display is being made on a thread, which will tell.
    case unknown
    /// The contexts take turns.
    case exclusive
    /// Any number of contexts may be current.
    case shared
  }

  /// The thread on which a context is current, or on which one is being made.
  private struct Holder {
    var thread: pthread_t
    var context: UInt?
  }

  private struct State {
    var uses: [UInt: Use] = [:]
    var holders: [UInt: Holder] = [:]
    /// The number of contexts of each display.
    var counts: [UInt: Int] = [:]
    /// Counts the displays that were released, for which threads may wait.
    var releases = 0

    func isFree(_ display: UInt, for context: UInt?) -> Bool {
      guard let holder = holders[display] else { return true }
      return holder.thread == pthread_self() || context != nil && holder.context == context
    }

    /// Notes the one context that is current on this thread.
    mutating func hold(_ display: UInt, _ context: UInt) {
      release { $0.thread == pthread_self() }
      if uses[display] == .exclusive {
        holders[display] = Holder(thread: pthread_self(), context: context)
      }
    }

    mutating func release(where isReleased: (Holder) -> Bool) {
      let before = holders.count
      holders = holders.filter { !isReleased($0.value) }
      releases += before - holders.count
    }
  }

  private static let state = Monitor(State())

  /// The number of displays released so far, for ``waitForRelease(after:)``.
  static var releases: Int { state.update { $0.releases } }

  /// Waits until a display is released.
  ///
  /// - Returns: Whether one was; false after ``patience``.
  static func waitForRelease(after releases: Int) -> Bool {
    state.wait(until: .now + patience) { $0.releases == releases ? nil : () } != nil
  }

  /// Claims a display for a context that is about to be made on this thread. Waits while the first
  /// context of the display is being made on another one, which takes milliseconds.
  ///
  /// - Returns: Whether the display is free.
  static func claim(_ display: UInt) -> Bool {
    state.wait { state -> Bool? in
      switch state.uses[display] {
      case .shared: return true
      case .exclusive, nil: break
      case .unknown:
        if !state.isFree(display, for: nil) { return nil }
      }
      guard state.isFree(display, for: nil) else { return false }
      if state.uses[display] == nil { state.uses[display] = .unknown }
      if state.holders[display] == nil {
        state.holders[display] = Holder(thread: pthread_self())
      }
      return true
    }
  }

  /// Gives back what ``claim(_:)`` took for a context that could not be made.
  static func giveUp(_ display: UInt) {
    state.update { state in
      if state.uses[display] == .unknown { state.uses[display] = nil }
      state.release { $0.thread == pthread_self() && $0.context == nil }
    }
  }

  /// Notes which driver a new context has, which is current on this thread.
  static func note(_ context: UInt, on display: UInt, _ driver: Context.Driver) {
    state.update { state in
      state.uses[display] = applies(to: driver) ? .exclusive : .shared
      state.counts[display, default: 0] += 1
      state.hold(display, context)
    }
  }

  /// Waits until a context may be current on this thread.
  ///
  /// - Parameter waits: Whether to wait for a display that is in use.
  /// - Returns: Whether it may; false if its display is in use, and none has been released for
  ///   ``patience``.
  static func enter(_ context: UInt, on display: UInt, waits: Bool = true) -> Bool {
    while true {
      let releases = releases
      let isFree = state.update { state in
        guard state.uses[display] == .exclusive else { return true }
        guard state.isFree(display, for: context) else { return false }
        // Not yet instead of a context that is current now, which stays so if EGL refuses.
        if state.holders[display] == nil {
          state.holders[display] = Holder(thread: pthread_self(), context: context)
        }
        return true
      }
      if isFree { return true }
      guard waits, waitForRelease(after: releases) else { return false }
    }
  }

  /// Notes that EGL made a context current on this thread, instead of any other.
  static func noteCurrent(_ context: UInt, on display: UInt) {
    state.update { $0.hold(display, context) }
  }

  /// Notes that a context is not current on this thread.
  static func leave(_ context: UInt) {
    state.update { $0.release { $0.thread == pthread_self() && $0.context == context } }
  }

  /// Notes that a context has been destroyed.
  static func forget(_ context: UInt, on display: UInt) {
    state.update { state in
      state.counts[display, default: 1] -= 1
      state.release { $0.context == context }
    }
  }

  /// The number of contexts that take turns on a display.
  static func count(on display: UInt) -> Int {
    state.update { $0.uses[display] == .exclusive ? $0.counts[display, default: 0] : 0 }
  }
}
