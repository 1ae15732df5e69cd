#include "deflate.h"
#include "frame_kernels.h"
#include "processors.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

// PNG's types of row filters (ISO 15948, 9.2).
enum { SUB = 1, UP = 2 };

// Of so many rows one says which code suits all; of few rows all do.
enum { SAMPLING = 16, FEW = 64 };

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Sums __attribute__((vector_size(32)));
typedef uint8_t Pixels __attribute__((vector_size(16)));

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

// The magnitude of a difference of two bytes, which may be below 0.
static inline unsigned magnitude(uint8_t difference) {
  return difference < 128 ? difference : 256u - difference;
}

static inline __attribute__((always_inline)) void add_magnitudes(Sums *sums, Bytes *differences) {
  const Bytes negative = -*differences;
  const Sums pairs = (Sums)__builtin_elementwise_min(*differences, negative);
  *sums += (pairs & 255) + (pairs >> 8);
}

static inline __attribute__((always_inline)) uint32_t total(const Sums *sums) {
  uint32_t total = 0;
  for (size_t lane = 0; lane < sizeof *sums / sizeof (*sums)[0]; lane++) total += (*sums)[lane];
  return total;
}

// Which differences of a row are likely to become smaller, those from the pixels to the left or above: the ones with
// the smaller sum of magnitudes.
FOR_EACH_PROCESSOR
static int choose_filter(const uint8_t *row, const uint8_t *above, size_t count) {
  uint32_t left_sum = 0, above_sum = 0;
  size_t index = 0;
  // A pixel of zeros stands before the row.
  for (; index < 4; index++) {
    left_sum += magnitude(row[index]);
    above_sum += magnitude((uint8_t)(row[index] - above[index]));
  }
  while (count - index >= sizeof(Bytes)) {
    // No more than a lane can hold: each time two magnitudes of at most 128.
    size_t times = (count - index) / sizeof(Bytes);
    if (times > 255) times = 255;
    Sums left_sums = {0}, above_sums = {0};
    for (; times > 0; times--, index += sizeof(Bytes)) {
      Bytes here, left, up;
      memcpy(&here, row + index, sizeof here);
      memcpy(&left, row + index - 4, sizeof left);
      memcpy(&up, above + index, sizeof up);
      left = here - left;
      up = here - up;
      add_magnitudes(&left_sums, &left);
      add_magnitudes(&above_sums, &up);
    }
    left_sum += total(&left_sums);
    above_sum += total(&above_sums);
  }
  for (; index < count; index++) {
    left_sum += magnitude((uint8_t)(row[index] - row[index - 4]));
    above_sum += magnitude((uint8_t)(row[index] - above[index]));
  }
  return left_sum < above_sum ? SUB : UP;
}

// Writes the differences of RGBA pixels, of which three or four channels count; a few bytes behind them are
// overwritten.
static inline __attribute__((always_inline)) void subtract(
    const uint8_t *pixels, const uint8_t *others, size_t count, size_t channels, uint8_t *target) {
  size_t index = 0;
  for (; count - index >= sizeof(Pixels) / 4; index += sizeof(Pixels) / 4) {
    Pixels here, there;
    memcpy(&here, pixels + 4 * index, sizeof here);
    memcpy(&there, others + 4 * index, sizeof there);
    here -= there;
    if (channels == 3) {
      here = __builtin_shufflevector(here, here, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    }
    memcpy(target + channels * index, &here, sizeof here);
  }
  for (; index < count; index++) {
    for (size_t channel = 0; channel < channels; channel++) {
      target[channels * index + channel] =
          (uint8_t)(pixels[4 * index + channel] - others[4 * index + channel]);
    }
  }
}

// Writes a row as it is compressed: the filter's type, then the differences.
FOR_EACH_PROCESSOR
static void filter(
    const uint8_t *row, const uint8_t *above, size_t width, size_t channels, uint8_t *target) {
  static const uint8_t zeros[4];
  const int type = choose_filter(row, above, 4 * width);
  const uint8_t *const others = type == UP ? above + 4 : row;
  *target++ = (uint8_t)type;
  subtract(row, type == UP ? above : zeros, 1, channels, target);
  if (channels == 3) {
    subtract(row + 4, others, width - 1, 3, target + 3);
  } else {
    subtract(row + 4, others, width - 1, 4, target + 4);
  }
}

// The rows of a picture with straight alpha.
typedef struct {
  const uint8_t *rgba;
  size_t width, channels;
  // Zeros, and room for two rows whose colours are to be divided by their alpha.
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

static uint8_t *big_endian(uint8_t *target, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) *target++ = (uint8_t)(value >> shift);
  return target;
}

// Compresses a picture as a zlib stream (RFC 1950): where it ends, NULL where there is not room enough.
static uint8_t *compress(
    const Picture *picture, size_t height, Deflate *deflate, uint8_t *target, size_t room) {
  const size_t width = picture->width, channels = picture->channels;
  const size_t step = height > FEW ? SAMPLING : 1;
  for (size_t y = step / 2; y < height; y += step) {
    const uint8_t *const above = y > 0 ? straight_row(picture, y - 1) : picture->spare;
    filter(straight_row(picture, y), above, width, channels, deflate_row(deflate));
    deflate_sample(deflate);
  }
  if (room < 2) return NULL;
  // Deflate with a window of 32 KiB; fast.
  target[0] = 0x78;
  target[1] = 0x01;
  if (!deflate_begin(deflate, target + 2, room - 2)) return NULL;
  uint32_t checksum = 1;
  const uint8_t *above = picture->spare;
  for (size_t y = 0; y < height; y++) {
    const uint8_t *const row = straight_row(picture, y);
    uint8_t *const filtered = deflate_row(deflate);
    filter(row, above, width, channels, filtered);
    above = row;
    checksum = isal_adler32(checksum, filtered, 1 + width * channels);
    if (!deflate_append(deflate)) return NULL;
  }
  uint8_t *const end = deflate_end(deflate);
  return end ? big_endian(end, checksum) : NULL;
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
  // The sum of a row's differences fits into 32 bits.
  if (capacity < 256 || width > UINT32_MAX / 2048) return 0;
  const Picture picture = {rgba, width, channels, calloc(is_opaque ? 1 : 3, 4 * width)};
  Deflate *const deflate = deflate_new(1 + width * channels, (unsigned)channels);

  memcpy(file, signature, sizeof signature);
  uint8_t *end = file + sizeof signature;
  uint8_t *header = big_endian(big_endian(end + 8, (uint32_t)width), (uint32_t)height);
  // RGB is colour type 2, RGBA 6.
  memcpy(header, (const uint8_t[]){8, is_opaque ? 2 : 6, 0, 0, 0}, 5);
  end = chunk(end, "IHDR", 13);
  // Perceptual rendering of sRGB.
  end[8] = 0;
  end = chunk(end, "sRGB", 1);

  uint8_t *const data = end + 8;
  // Room for the checksums and the chunk that ends the file.
  const size_t room = capacity - (size_t)(data - file) - 20;
  uint8_t *const data_end =
      picture.spare && deflate ? compress(&picture, height, deflate, data, room) : NULL;
  free(picture.spare);
  free(deflate);
  // A chunk is no longer (ISO 15948, 5.3).
  if (data_end == NULL || data_end - data > INT32_MAX) return 0;
  end = chunk(end, "IDAT", (size_t)(data_end - data));
  return (size_t)(chunk(end, "IEND", 0) - file);
}
