#include "frame_kernels.h"
#include "processors.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

// Rows that are filtered before they are compressed: enough for few calls, little enough for the cache.
enum { ROWS = 8 };

// PNG's types of row filters (ISO 15948, 9.2).
enum { SUB = 1, UP = 2 };

size_t frame_kernels_png_capacity(size_t width, size_t height) {
  const size_t raw = (width * 4 + 1) * height;
  return raw + raw / 8 + 4096;
}

FOR_EACH_PROCESSOR
int frame_kernels_is_opaque(const uint8_t *rgba, size_t count) {
  // In blocks: a loop that may end at any pixel is not vectorised.
  for (size_t start = 0; start < count; start += 4096) {
    const size_t end = count - start < 4096 ? count : start + 4096;
    uint8_t all = 255;
    for (size_t index = start; index < end; index++) all &= rgba[4 * index + 3];
    if (all != 255) return 0;
  }
  return 1;
}

// Four bytes are copied for three: `target` has one more than 3 * count.
static void pack(const uint8_t *restrict rgba, size_t count, uint8_t *restrict target) {
  for (size_t index = 0; index < count; index++) memcpy(target + 3 * index, rgba + 4 * index, 4);
}

// Divides colours by their alpha, rounded to nearest; what is above its alpha is no premultiplied colour and
// becomes the brightest one.
static void unpremultiply(const uint8_t *restrict rgba, size_t count, uint8_t *restrict target) {
  memcpy(target, rgba, 4 * count);
  for (uint8_t *pixel = target; pixel < target + 4 * count; pixel += 4) {
    const unsigned alpha = pixel[3];
    if (alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) {
      const unsigned value = alpha == 0 ? 0 : (pixel[channel] * 255u + alpha / 2) / alpha;
      pixel[channel] = value > 255 ? 255 : (uint8_t)value;
    }
  }
}

// Writes the row's differences from the pixels to the left and above, and returns which of the two is likely
// to become smaller: the one whose differences, as signed bytes, have the smaller sum of magnitudes.
FOR_EACH_PROCESSOR
static int filter(
    const uint8_t *restrict row, const uint8_t *restrict above, size_t length, ptrdiff_t channels,
    uint8_t *restrict left_differences, uint8_t *restrict above_differences) {
  uint32_t left_sum = 0, above_sum = 0;
  for (size_t index = 0; index < length; index++) {
    // A pixel of zeros stands before the row.
    const int8_t left = (int8_t)(row[index] - row[(ptrdiff_t)index - channels]);
    const int8_t up = (int8_t)(row[index] - above[index]);
    left_differences[index] = (uint8_t)left;
    above_differences[index] = (uint8_t)up;
    left_sum += (uint32_t)(left < 0 ? -left : left);
    above_sum += (uint32_t)(up < 0 ? -up : up);
  }
  return left_sum < above_sum ? SUB : UP;
}

static uint8_t *big_endian(uint8_t *target, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) *target++ = (uint8_t)(value >> shift);
  return target;
}

uint32_t frame_kernels_crc32(const uint8_t *bytes, size_t count) { return crc32_gzip_refl(0, bytes, count); }

// Completes a chunk whose data stands behind the eight bytes of `chunk` already.
static uint8_t *chunk(uint8_t *chunk, const char *type, size_t length) {
  big_endian(chunk, (uint32_t)length);
  memcpy(chunk + 4, type, 4);
  return big_endian(chunk + 8 + length, frame_kernels_crc32(chunk + 4, length + 4));
}

size_t frame_kernels_png(
    const uint8_t *rgba, size_t width, size_t height, bool keep_alpha, uint8_t *file, size_t capacity) {
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
  const int is_opaque = !keep_alpha && frame_kernels_is_opaque(rgba, width * height);
  const size_t channels = is_opaque ? 3 : 4;
  const size_t length = width * channels;
  // Two rows of pixels with four zeros before and a spare byte behind each, the differences of the rows
  // in hand, a row of the other differences, and the compressor's own memory.
  const size_t stride = length + 5;
  const size_t work_size = ISAL_DEF_LVL1_DEFAULT;
  if (capacity < 256 || length > UINT32_MAX / 512) return 0;
  uint8_t *memory = calloc(1, 2 * stride + (ROWS + 1) * (length + 1) + work_size);
  if (memory == NULL) return 0;
  uint8_t *row = memory + 4, *above = row + stride;
  uint8_t *band = memory + 2 * stride, *other = band + ROWS * (length + 1);

  memcpy(file, signature, sizeof signature);
  uint8_t *end = file + sizeof signature;
  uint8_t *header = big_endian(big_endian(end + 8, (uint32_t)width), (uint32_t)height);
  // RGB is colour type 2, RGBA 6.
  memcpy(header, (const uint8_t[]){8, is_opaque ? 2 : 6, 0, 0, 0}, 5);
  end = chunk(end, "IHDR", 13);
  // Perceptual rendering of sRGB.
  end[8] = 0;
  end = chunk(end, "sRGB", 1);

  uint8_t *data = end + 8;
  // Room for the checksum and for the chunk that ends the file.
  const size_t room = capacity - (size_t)(data - file) - 16;
  struct isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = other + length + 1;
  stream.level_buf_size = (uint32_t)work_size;
  stream.gzip_flag = IGZIP_ZLIB;
  stream.flush = NO_FLUSH;
  stream.next_out = data;
  stream.avail_out = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;

  size_t written = 0;
  int failed = 0;
  for (size_t first = 0; first < height && !failed; first += ROWS) {
    const size_t count = height - first < ROWS ? height - first : ROWS;
    for (size_t index = 0; index < count; index++) {
      uint8_t *filtered = band + index * (length + 1);
      const uint8_t *pixels = rgba + (first + index) * width * 4;
      if (is_opaque) {
        pack(pixels, width, row);
      } else {
        unpremultiply(pixels, width, row);
      }
      filtered[0] =
          (uint8_t)filter(row, above, length, (ptrdiff_t)channels, filtered + 1, other);
      if (filtered[0] == UP) memcpy(filtered + 1, other, length);
      uint8_t *next = above;
      above = row;
      row = next;
    }
    stream.next_in = band;
    stream.avail_in = (uint32_t)(count * (length + 1));
    stream.end_of_stream = first + count == height;
    // Whatever is left when this returns did not fit into the file.
    failed = isal_deflate(&stream) != COMP_OK || stream.avail_in > 0;
  }
  failed = failed || stream.internal_state.state != ZSTATE_END;
  if (!failed) {
    end = chunk(end, "IDAT", stream.total_out);
    end = chunk(end, "IEND", 0);
    written = (size_t)(end - file);
  }
  free(memory);
  return written;
}
