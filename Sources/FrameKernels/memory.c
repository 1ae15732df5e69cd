#include <malloc.h>

#include "frame_kernels.h"

void frame_kernels_give_back_large_blocks(void) {
  // A fixed threshold: of its own accord malloc raises it to the largest block that was ever freed.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
