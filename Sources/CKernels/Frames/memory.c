#include <malloc.h>

#include "frame_kernels.h"

void frame_kernels_tune_malloc(void) {
  // A fixed threshold: by default malloc raises it to the size of the largest block freed so far.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
