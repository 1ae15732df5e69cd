// Tells the thread sanitizer about the locks of Swift's Mutex.
//
// A thread that has to wait for a Mutex, or to wake another one, calls functions of Swift's
// libraries. These are not compiled with the sanitizer, which then reports each value that a
// contended Mutex protects (Swift 6.3 on Linux). The functions here have the names of those two, so
// that the program loader prefers them.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>

// _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef METHOD void Lock(uint32_t thread, SELF);
typedef METHOD void Unlock(SELF);

METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
METHOD void unlock_slow(SELF) __asm__(UNLOCK);

METHOD void lock_slow(uint32_t thread, SELF) {
  ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, self);
  __tsan_acquire(self);
}

METHOD void unlock_slow(SELF) {
  __tsan_release(self);
  ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
#endif
#endif
