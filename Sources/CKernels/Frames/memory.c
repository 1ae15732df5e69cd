#include <malloc.h>

#include "frame_kernels.h"

void frame_kernels_tune_malloc(void) {
  // Each thread's own arena grows by a page and a system call at a time, and keeps what others could use.
  mallopt(M_ARENA_MAX, 1);
  // A fixed threshold: of its own accord malloc raises it to the largest block that was ever freed.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
