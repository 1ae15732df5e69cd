/// Byte loops over whole frames that Swift's compiler leaves at a third of the speed of C's.
#ifndef FRAME_KERNELS_H
#define FRAME_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Converts opaque RGBA rows without padding to planar 4:2:0 (I420), BT.709, limited range.
///
/// `width` and `height` are even. `planes` takes `width * height * 3 / 2` bytes: brightness, then both
/// colour planes of a quarter of its size. Each colour sample is the mean of its 2 × 2 pixels.
void frame_kernels_i420(const uint8_t *rgba, size_t width, size_t height, uint8_t *planes);

/// How many bytes ``frame_kernels_png`` needs at most for pictures that deflate does not enlarge by more than
/// an eighth.
size_t frame_kernels_png_capacity(size_t width, size_t height);

/// Whether every pixel of `count` has alpha 255.
int frame_kernels_is_opaque(const uint8_t *rgba, size_t count);

/// Writes premultiplied RGBA rows without padding as a PNG: 8-bit RGB if all pixels are opaque and alpha need not be
/// kept, RGBA with straight alpha otherwise; the filters Sub and Up by the smaller sum, a deflate of our own.
///
/// The file is the same on all processors. Returns its length; 0 where `capacity` or the memory is not enough, and for
/// rows of more than two million pixels.
size_t frame_kernels_png(
    const uint8_t *rgba, size_t width, size_t height, bool keep_alpha, uint8_t *file, size_t capacity);

/// The checksum of a PNG's chunk (ISO 3309's CRC-32) over its type and data.
uint32_t frame_kernels_crc32(const uint8_t *bytes, size_t count);

/// From now on malloc gives blocks of 1 MiB and more back to the system as soon as they are freed.
///
/// Otherwise it keeps the memory of pages and pictures, in pieces and for each thread apart: a book of
/// thirty pages took 269 MiB in place of 211. Nothing else changes; the setting is the process's.
void frame_kernels_give_back_large_blocks(void);

#endif
