#include "frame_kernels.h"

#include <limits.h>
#include <malloc.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

void frame_kernels_share_one_heap(void) {
  // Frames and pages of 4K are smaller. More than this is given back as soon as it is freed.
  enum { LARGEST_BLOCK = 32 << 20 };
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, LARGEST_BLOCK);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

void frame_kernels_give_back_large_blocks(void) {
  // A fixed threshold: of its own accord malloc raises it to the largest block that was ever freed.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
