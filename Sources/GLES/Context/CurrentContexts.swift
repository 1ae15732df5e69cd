import GLESKitCEGL
import GLESKitCGLES2
import Glibc
import Synchronization

/// Which context is current on this thread.
///
/// `eglGetCurrentContext` takes 168 ns in libglvnd 1.6, too much for each uniform and draw. The
/// context that was last found current is therefore noted on each thread, which takes 2 ns to read.
/// EGL is asked where that is another one, and by calls that take longer anyway.
enum CurrentContexts {
  typealias Known = (serial: Int, label: String)

  private static let known = Mutex<(contexts: [UInt: Known], lastSerial: Int)>(([:], 0))

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The serial number of the context that was last found current on this thread; 0 for none.
  static var serial: Int {
    get { Int(bitPattern: pthread_getspecific(key)) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// EGL's handle of the context that is current on this thread; 0 for none, or one of GLX.
  static var handle: UInt { UInt(bitPattern: eglGetCurrentContext()) }

  /// Notes that the current context has a ``Context``.
  ///
  /// - Returns: Its serial number, which is never used again, and its label.
  static func add(_ handle: UInt, label: String?) throws(GLESError) -> Known {
    let result: Result<Known, GLESError> = known.withLock { known in
      if handle != 0, let other = known.contexts[handle] {
        return .failure(.contextInUse(label: other.label))
      }
      known.lastSerial += 1
      let new = (serial: known.lastSerial, label: label ?? "context \(known.lastSerial)")
      if handle != 0 { known.contexts[handle] = new }
      return .success(new)
    }
    let new = try result.get()
    serial = new.serial
    return new
  }

  /// Forgets a context whose ``Context`` was released.
  static func remove(_ handle: UInt) {
    known.withLock { $0.contexts[handle] = nil }
  }

  /// The serial number of a context's ``Context``; `nil` if it has none.
  static func serial(of handle: UInt) -> Int? {
    known.withLock { $0.contexts[handle]?.serial }
  }

  /// The label of the context that is current on this thread; `nil` if there is none.
  static var label: String? {
    let handle = handle
    guard handle != 0 else { return nil }
    return known.withLock { $0.contexts[handle]?.label } ?? "a context without a Context"
  }
}

extension Context {
  /// Notes that this context was made current on this thread, or released.
  package func noteCurrent(_ isCurrent: Bool) {
    if isCurrent {
      CurrentContexts.serial = serial
    } else if CurrentContexts.serial == serial {
      CurrentContexts.serial = 0
    }
  }

  /// The serial number of the ``Context`` of an EGL context; `nil` if it has none.
  package static func serial(ofEGLContext handle: UInt) -> Int? {
    CurrentContexts.serial(of: handle)
  }

  /// Begins a call that can throw.
  ///
  /// - Parameters:
  ///   - function: The C function that errors name.
  ///   - asksEGL: Whether to ask EGL, and to report errors of earlier calls. Without, a context
  ///     that other code made current since is not noticed.
  package func begin(_ function: String, asksEGL: Bool = true) throws(GLESError) {
    guard isCurrent(asksEGL: asksEGL) else { throw notCurrentError(function) }
    if let postponed {
      self.postponed = nil
      throw postponed
    }
    if asksEGL { try reportEarlierErrors(before: function) }
    deleteDropped()
  }

  /// Begins a call that can't throw. If the context isn't current, the next call that can throws
  /// the error.
  ///
  /// - Returns: Whether to go on.
  func mayBegin(_ function: String, asksEGL: Bool = false) -> Bool {
    if isCurrent(asksEGL: asksEGL) { return true }
    postpone(notCurrentError(function))
    return false
  }

  /// Keeps an error of a call that can't throw, for the next call that can.
  func postpone(_ error: GLESError) {
    if postponed == nil { postponed = error }
  }

  private func isCurrent(asksEGL: Bool) -> Bool {
    if !asksEGL && CurrentContexts.serial == serial { return true }
    guard CurrentContexts.handle == handle, handle != 0 || Self.string(GL_VERSION) != nil else {
      if CurrentContexts.serial == serial { CurrentContexts.serial = 0 }
      return false
    }
    if CurrentContexts.serial != serial {
      // Other contexts were current, so other code may have called GL.
      invalidateState()
      CurrentContexts.serial = serial
    }
    return true
  }

  private func notCurrentError(_ function: String) -> GLESError {
    .notCurrent(function: function, context: label, current: CurrentContexts.label)
  }

  /// Errors that the application's own calls left, or draws without checks, are not `function`'s.
  func reportEarlierErrors(before function: String) throws(GLESError) {
    guard let first = Self.nextError() else { return }
    let errors = [first] + Self.drainErrors()
    if errors.contains(.contextLost) { throw .contextLost(function: function) }
    let names = errors.map(\.description).joined(separator: ", ")
    warn(
      "a call before \(function) failed: \(names); check with checkErrors(after:) after your own "
        + "calls, and leave checksDraws on")
  }

  /// Throws if an object is of another context.
  package func check(_ object: @autoclosure () -> String, isOf other: Context) throws(GLESError) {
    guard other !== self else { return }
    throw .otherContext(object: object(), context: other.label, needed: label)
  }
}
