import GLESKitCGLES2
import Synchronization

/// The GL names of objects that were released, to be deleted when their context is next current.
///
/// An object may be released on any thread, or while another context is current. Calling
/// `glDelete…` there would delete an object of that other context, so owners queue the name here
/// instead.
final class DeletionQueue: Sendable {
  enum Kind {
    case shader, program, buffer, texture, framebuffer, renderbuffer, query
  }

  private let names = Mutex<[(kind: Kind, name: GLuint)]>([])
  private let hasNames = Atomic(false)

  func add(_ kind: Kind, _ name: GLuint) {
    names.withLock {
      $0.append((kind, name))
      hasNames.store(true, ordering: .releasing)
    }
  }

  /// Deletes the queued objects. The queue's context must be current on this thread.
  ///
  /// - Returns: Whether any deleted object may have been bound. Shaders and queries cannot
  ///   be bound.
  func drain(in context: Context) -> Bool {
    guard hasNames.load(ordering: .acquiring) else { return false }
    let doomed = names.withLock { names in
      defer { names.removeAll(keepingCapacity: true) }
      hasNames.store(false, ordering: .releasing)
      return names
    }
    var unbinds = false
    for (kind, name) in doomed {
      var name = name
      if kind != .shader && kind != .query { unbinds = true }
      switch kind {
      case .shader: glDeleteShader(name)
      case .program: glDeleteProgram(name)
      case .buffer: glDeleteBuffers(1, &name)
      case .texture: glDeleteTextures(1, &name)
      case .framebuffer: glDeleteFramebuffers(1, &name)
      case .renderbuffer: glDeleteRenderbuffers(1, &name)
      case .query: context.deleteQuery(name)
      }
    }
    return unbinds
  }
}
