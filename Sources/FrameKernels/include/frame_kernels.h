/// Byte loops over whole frames that Swift's compiler leaves at a third of the speed of C's.
#ifndef FRAME_KERNELS_H
#define FRAME_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Converts opaque RGBA rows without padding to planar 4:2:0 (I420), BT.709, limited range.
///
/// `width` and `height` are even. `planes` takes `width * height * 3 / 2` bytes: brightness, then both
/// colour planes of a quarter of its size. Each colour sample is the mean of its 2 × 2 pixels.
void frame_kernels_i420(const uint8_t *rgba, size_t width, size_t height, uint8_t *planes);

#endif
