#define _GNU_SOURCE
#include "gleskit_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE AUDIT_ARCH_X86_64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSAL (SECCOMP_RET_ERRNO | EACCES)
// The number of the call is loaded before and after each of these.
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), RETURN(REFUSAL)
// Refuses a call if an argument has one of these bits, or, inverted, if it has none.
#define REFUSE_IF(call, argument, bits) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), RETURN(REFUSAL), \
      RETURN(SECCOMP_RET_ALLOW)
#define REFUSE_UNLESS(call, argument, bits) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 1, 0), RETURN(REFUSAL), \
      RETURN(SECCOMP_RET_ALLOW)

int gleskit_confine(void) {
  enum { WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };
  struct sock_filter rules[] = {
      // Numbers of other architectures mean other calls.
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#ifdef __x86_64__
      // The numbers of the x32 ABI.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      RETURN(SECCOMP_RET_KILL_PROCESS),
      REFUSE(fork), REFUSE(vfork), REFUSE(creat), REFUSE(unlink), REFUSE(rename), REFUSE(rmdir),
      REFUSE(mkdir), REFUSE(link), REFUSE(symlink), REFUSE(chmod), REFUSE(chown), REFUSE(mknod),
      REFUSE_IF(open, 1, WRITING),
#endif
      REFUSE(socket), REFUSE(socketpair), REFUSE(connect), REFUSE(bind), REFUSE(execve),
      REFUSE(execveat), REFUSE(unlinkat), REFUSE(renameat2), REFUSE(mkdirat), REFUSE(linkat),
      REFUSE(symlinkat), REFUSE(fchmodat), REFUSE(fchownat), REFUSE(mknodat), REFUSE(truncate),
      REFUSE(ptrace), REFUSE(process_vm_writev), REFUSE(kill), REFUSE(tkill),
      REFUSE(io_uring_setup), REFUSE(rt_sigqueueinfo), REFUSE(rt_tgsigqueueinfo),
      REFUSE(pidfd_send_signal),
      // abort() sends a signal to itself.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 1, 0), RETURN(REFUSAL),
      RETURN(SECCOMP_RET_ALLOW),
#ifdef __NR_renameat
      REFUSE(renameat),
#endif
      // Its flags are in memory, where a filter cannot read them.
      REFUSE(openat2), REFUSE_IF(openat, 2, WRITING),
      // Threads may be started. The C library starts them by clone where there is no clone3.
      REFUSE_UNLESS(clone, 0, CLONE_THREAD),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
      RETURN(SECCOMP_RET_ERRNO | ENOSYS),
      RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) return errno;
  return 0;
}
