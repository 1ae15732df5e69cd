#include "deflate.h"
#include "frame_kernels.h"
#include "png_file.h"
#include "processors.h"
#include "rows.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

size_t frame_kernels_png_capacity(size_t width, size_t height) {
  const size_t raw = (width * 4 + 1) * height;
  return raw + raw / 8 + 4096;
}

FOR_EACH_PROCESSOR
int frame_kernels_is_opaque(const uint8_t *rgba, size_t count) {
  // In blocks, because a loop that may end at any pixel is not vectorized.
  for (size_t start = 0; start < count; start += 4096) {
    const size_t end = count - start < 4096 ? count : start + 4096;
    uint8_t all = 255;
    for (size_t index = start; index < end; index++) all &= rgba[4 * index + 3];
    if (all != 255) return 0;
  }
  return 1;
}

// Divides colors by their alpha, rounded to nearest. Invalid values above alpha become 255.
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

// The rows of a picture with straight alpha.
typedef struct {
  const uint8_t *rgba;
  size_t width, channels;
  // A row of zeros, and space for two rows with straight alpha.
  uint8_t *spare;
} Picture;

static const uint8_t *straight_row(const Picture *picture, size_t y) {
  const size_t stride = 4 * picture->width;
  const uint8_t *const row = picture->rgba + y * stride;
  if (picture->channels == 3) return row;
  uint8_t *const straight = picture->spare + (1 + y % 2) * stride;
  unpremultiply(row, picture->width, straight);
  return straight;
}

// Writes a filtered row: the filter type, then the differences.
static void filter(
    const Picture *picture, const uint8_t *row, const uint8_t *above, uint8_t *target) {
  const RowFilter type = row_choice(row_sums(row, above, picture->width));
  *target++ = (uint8_t)type;
  row_filter(type, row, above, 0, picture->width, picture->channels, target);
}

// Compresses a picture (RFC 1951). Returns the end of the data; NULL if there is not enough space.
static uint8_t *compress(
    const Picture *picture, size_t height, Deflate *deflate, uint8_t *target, size_t room,
    uint32_t *checksum) {
  const size_t step = png_sampling(height);
  for (size_t y = step / 2; y < height; y += step) {
    const uint8_t *const above = y > 0 ? straight_row(picture, y - 1) : picture->spare;
    filter(picture, straight_row(picture, y), above, deflate_row(deflate));
    deflate_sample(deflate);
  }
  if (!deflate_begin(deflate, target, room)) return NULL;
  const uint8_t *above = picture->spare;
  for (size_t y = 0; y < height; y++) {
    const uint8_t *const row = straight_row(picture, y);
    uint8_t *const filtered = deflate_row(deflate);
    filter(picture, row, above, filtered);
    above = row;
    *checksum = isal_adler32(*checksum, filtered, 1 + picture->width * picture->channels);
    if (!deflate_append(deflate)) return NULL;
  }
  return deflate_end(deflate);
}

static uint8_t *big_endian(uint8_t *target, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) *target++ = (uint8_t)(value >> shift);
  return target;
}

uint8_t *frame_kernels_png_chunk(uint8_t *chunk, const char *type, size_t length) {
  big_endian(chunk, (uint32_t)length);
  memcpy(chunk + 4, type, 4);
  return big_endian(chunk + 8 + length, crc32_gzip_refl(0, chunk + 4, length + 4));
}

void png_begin(uint8_t *file, size_t width, size_t height, bool is_opaque) {
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
  memcpy(file, signature, sizeof signature);
  uint8_t *end = file + sizeof signature;
  uint8_t *header = big_endian(big_endian(end + 8, (uint32_t)width), (uint32_t)height);
  // RGB is color type 2, RGBA 6.
  memcpy(header, (const uint8_t[]){8, is_opaque ? 2 : 6, 0, 0, 0}, 5);
  end = frame_kernels_png_chunk(end, "IHDR", 13);
  // Perceptual rendering of sRGB.
  end[8] = 0;
  end = frame_kernels_png_chunk(end, "sRGB", 1);
  // Deflate with a window of 32 KiB; fast (RFC 1950).
  end[8] = 0x78;
  end[9] = 0x01;
}

size_t png_end(uint8_t *file, uint8_t *end, uint32_t checksum) {
  if (end == NULL) return 0;
  uint8_t *const data = file + PNG_HEAD - 2;
  end = big_endian(end, checksum);
  // The longest chunk (ISO 15948, 5.3).
  if (end - data > INT32_MAX) return 0;
  end = frame_kernels_png_chunk(data - 8, "IDAT", (size_t)(end - data));
  return (size_t)(frame_kernels_png_chunk(end, "IEND", 0) - file);
}

size_t frame_kernels_png(
    const uint8_t *rgba, size_t width, size_t height, bool keep_alpha, uint8_t *file,
    size_t capacity) {
  if (capacity < PNG_HEAD + PNG_TAIL || width > PNG_WIDEST) return 0;
  const bool is_opaque = !keep_alpha && frame_kernels_is_opaque(rgba, width * height);
  const size_t channels = is_opaque ? 3 : 4;
  const Picture picture = {rgba, width, channels, calloc(is_opaque ? 1 : 3, 4 * width)};
  Deflate *const deflate = deflate_new(1 + width * channels, (unsigned)channels);
  png_begin(file, width, height, is_opaque);
  uint32_t checksum = 1;
  const size_t room = capacity - PNG_HEAD - PNG_TAIL;
  uint8_t *const end =
      picture.spare && deflate
          ? compress(&picture, height, deflate, file + PNG_HEAD, room, &checksum) : NULL;
  free(picture.spare);
  free(deflate);
  return png_end(file, end, checksum);
}
