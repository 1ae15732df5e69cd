import GLESKitSpawn

/// What a program that reads hostile files may no longer do.
package enum Confinement {
  /// From here on, this process opens no socket, starts no program, and writes to nothing but what
  /// is open. Without filters in the kernel nothing changes. The corresponding C function is
  /// `prctl` with `PR_SET_SECCOMP`.
  package static func begin() { _ = gleskit_confine() }
}
