#include "frame_kernels.h"

#include <isa-l/crc64.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

uint64_t frame_kernels_crc64(uint64_t checksum, const uint8_t *bytes, size_t count) {
  return crc64_ecma_refl(checksum, bytes, count);
}
