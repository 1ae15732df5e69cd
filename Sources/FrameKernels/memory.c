#include "frame_kernels.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

void frame_kernels_use_large_pages(void) {
  static atomic_flag is_done = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&is_done)) return;
  enum { LARGE_PAGE = 2 << 20, LARGEST_BLOCK = 32 << 20 };
  // More than two threads need; as long as it is not used it is but a range of numbers.
  const size_t reserve = 512 << 20;
  // One heap for all threads, and no block outside of it.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, LARGEST_BLOCK);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  mallopt(M_TOP_PAD, (int)reserve);
  // The heap grows when a block does not fit, by the block and the reserve.
  void *const block = malloc(LARGEST_BLOCK / 2);
  free(block);
  mallopt(M_TOP_PAD, LARGE_PAGE);
  const uintptr_t end = (uintptr_t)sbrk(0) & ~(uintptr_t)(LARGE_PAGE - 1);
  const uintptr_t start = ((uintptr_t)block + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1);
  // Where it could not grow the block is elsewhere, and all is as it was.
  if (block && start < end && end - start <= reserve + LARGEST_BLOCK) madvise((void *)start, end - start, MADV_HUGEPAGE);
}
