// Starts programs. posix_spawn cannot ask the kernel to end a child together with its parent
// (PR_SET_PDEATHSIG), cannot set limits and cannot close descriptors by range.

#ifndef GLESKIT_SPAWN_H
#define GLESKIT_SPAWN_H

#include <sys/types.h>

/// What a child process starts with.
typedef struct {
  /// The executable; PATH is not searched.
  const char *path;
  /// Its arguments and its environment, each ended by NULL.
  char *const *arguments;
  char *const *environment;
  /// Descriptors 0, 1, 2, … of the child; the child gets no others.
  const int *descriptors;
  int descriptor_count;
  /// The largest data segment in bytes (RLIMIT_DATA); 0 sets no limit.
  unsigned long long memory;
} gleskit_spawn_request;

/// Starts a program as the leader of a process group of its own, with no signal blocked, and with
/// its handlers reset. The kernel kills it with SIGKILL when this process ends in whatever way.
///
/// Returns 0 or an errno value. `*process` is the child; `*handle` is a descriptor that becomes
/// readable when the child ends, or -1 where the kernel has none.
int gleskit_spawn(const gleskit_spawn_request *request, pid_t *process, int *handle);

/// Makes a copy of this process that goes on from here with this thread alone. Call it while no
/// other thread runs, except the one that gleskit_spawn starts.
///
/// The copy leads a process group of its own, and the kernel kills it with SIGKILL when the calling
/// thread ends in whatever way. SIGINT, SIGTERM and SIGHUP do not end it. Its standard input and
/// output are /dev/null. It keeps `kept` and the descriptors that a program would inherit, and
/// makes no core dumps.
///
/// `memory` is the largest data segment in bytes (RLIMIT_DATA); 0 sets no limit.
///
/// Returns 0 in the copy, its number in the caller, and a negative errno value if there is no copy.
pid_t gleskit_fork(const int *kept, int kept_count, unsigned long long memory);

/// Makes memory without a name that a program can be started with (memfd_create). It is empty; grow
/// it with ftruncate. It cannot shrink, so no other process makes this one's reads fail.
///
/// Returns a descriptor, or a negative errno value.
int gleskit_shared_memory(void);

/// Makes system calls fail, with EACCES, by which this process could open sockets, start programs
/// or processes, or create, change or remove files by their names (seccomp). This cannot be undone.
///
/// Returns 0 or an errno value, such as EINVAL where the kernel has no filters.
int gleskit_confine(void);

/// Returns the number of processors that this process may use (sched_getaffinity).
int gleskit_usable_processors(void);

#endif
