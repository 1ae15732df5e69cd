#define _GNU_SOURCE
#include "gleskit_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  const gleskit_spawn_request *request;
  // Duplicates of the request's descriptors, numbered above those that the child gets.
  const int *copies;
  pid_t process;
  // Written by the child, which shares our memory until it runs its program.
  volatile int error;
  int is_done;
} job;

// Limits this process's data, unless `memory` is 0, and lets it make no core dumps.
static int limit_process(unsigned long long memory) {
  if (memory != 0) {
    // The limits of this process may be lower, and only a privileged process may raise them.
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) < 0) return -1;
    if (limit.rlim_max > memory) limit.rlim_max = memory;
    if (limit.rlim_cur > memory) limit.rlim_cur = memory;
    if (setrlimit(RLIMIT_DATA, &limit) < 0) return -1;
  }
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  return 0;
}

// The part that runs in the child, between vfork and execve: system calls only.
static _Noreturn void become(job *work, pid_t parent) {
  const gleskit_spawn_request *request = work->request;
  // A parent that died before prctl would never be noticed.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent) goto failed;
  if (setpgid(0, 0) < 0) goto failed;

  // Handlers are reset before signals are unblocked, because a handler would run in the parent's
  // memory. Ignored signals stay ignored, as with nohup, except SIGPIPE.
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) < 0 || action.sa_handler == SIG_DFL) continue;
    if (action.sa_handler == SIG_IGN && number != SIGPIPE) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);

  int count = request->descriptor_count;
  for (int index = 0; index < count; index++) {
    if (dup2(work->copies[index], index) < 0) goto failed;
  }
  // Without it (before Linux 5.9) only descriptors marked close-on-exec are closed.
  syscall(SYS_close_range, (unsigned)count, ~0U, 0);

  if (limit_process(request->memory) < 0) goto failed;
  execve(request->path, request->arguments, request->environment);

failed:
  work->error = errno ? errno : ECHILD;
  _exit(127);
}

static void start(job *work) {
  pid_t parent = getpid();
  work->error = 0;
  // Returns when the child runs its program or has failed to.
  pid_t process = vfork();
  if (process == 0) become(work, parent);
  if (process < 0) work->error = errno;
  if (process > 0 && work->error != 0) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
  }
  work->process = process;
}

// The kernel sends PR_SET_PDEATHSIG's signal when the thread that made the child ends, not when
// the process does. One thread that never ends therefore starts all children.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static job *next;
static int thread_error;

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (1) {
    while (next == NULL) pthread_cond_wait(&changed, &lock);
    start(next);
    next->is_done = 1;
    next = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

static void make_thread(void) {
  // The thread handles no signals, and vfork's child must not run a handler.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  thread_error = pthread_create(&thread, &attributes, serve, NULL);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void run(job *work) {
  pthread_mutex_lock(&lock);
  while (next != NULL) pthread_cond_wait(&changed, &lock);
  next = work;
  pthread_cond_broadcast(&changed);
  while (!work->is_done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

int gleskit_spawn(const gleskit_spawn_request *request, pid_t *process, int *handle) {
  pthread_once(&once, make_thread);
  if (thread_error != 0) return thread_error;

  int count = request->descriptor_count;
  int *copies = malloc((size_t)(count > 0 ? count : 1) * sizeof(int));
  if (copies == NULL) return ENOMEM;
  job work = {.request = request, .copies = copies};
  int made = 0;
  for (; made < count; made++) {
    copies[made] = fcntl(request->descriptors[made], F_DUPFD_CLOEXEC, count);
    if (copies[made] < 0) break;
  }
  if (made < count) {
    work.error = errno;
  } else {
    run(&work);
  }
  while (made > 0) close(copies[--made]);
  free(copies);
  if (work.error != 0) return work.error;
  *process = work.process;
  *handle = (int)syscall(SYS_pidfd_open, work.process, 0);
  return 0;
}

int gleskit_usable_processors(void) {
  // More than the kernel supports.
  enum { MOST = 16384 };
  cpu_set_t *set = CPU_ALLOC(MOST);
  size_t size = CPU_ALLOC_SIZE(MOST);
  int count = set != NULL && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
  CPU_FREE(set);
  return count > 0 ? count : (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int gleskit_shared_memory(void) {
  int memory = memfd_create("gleskit", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -errno;
  if (fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) < 0) {
    int error = errno;
    close(memory);
    return -error;
  }
  return memory;
}

static void ignore(int signal) { (void)signal; }

static int contains(const int *files, int count, int file) {
  while (count > 0) {
    if (files[--count] == file) return 1;
  }
  return 0;
}

pid_t gleskit_fork(const int *kept, int kept_count, unsigned long long memory) {
  pid_t parent = getpid();
  pid_t process = fork();
  if (process != 0) return process < 0 ? -errno : process;

  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent) _exit(127);
  setpgid(0, 0);
  // Empty handlers rather than SIG_IGN, which programs that the copy starts would inherit.
  struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  // The thread that starts programs was not copied.
  once = (pthread_once_t)PTHREAD_ONCE_INIT;
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  next = NULL;

  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
  }
  struct rlimit files;
  int count = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536
                  ? (int)files.rlim_cur : 65536;
  for (int file = STDERR_FILENO + 1; file < count; file++) {
    int flags = fcntl(file, F_GETFD);
    if (flags < 0 || !(flags & FD_CLOEXEC) || contains(kept, kept_count, file)) continue;
    close(file);
  }
  if (limit_process(memory) < 0) _exit(127);
  return 0;
}
