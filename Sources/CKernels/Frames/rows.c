#include "rows.h"
#include "processors.h"

#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Sums __attribute__((vector_size(32)));
typedef uint8_t Pixels __attribute__((vector_size(16)));

// The magnitude of a difference of two bytes, modulo 256.
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

FOR_EACH_PROCESSOR
RowSums row_sums(const uint8_t *row, const uint8_t *above, size_t width) {
  uint32_t left_sum = 0, above_sum = 0;
  size_t index = 0;
  const size_t count = 4 * width;
  // The pixel before the row is zero.
  for (; index < 4; index++) {
    left_sum += magnitude(row[index]);
    above_sum += magnitude((uint8_t)(row[index] - above[index]));
  }
  while (count - index >= sizeof(Bytes)) {
    // A lane of 16 bits holds 255 sums of two magnitudes, each at most 128.
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
  return (RowSums){left_sum, above_sum};
}

// Writes the differences of three or four channels of RGBA pixels. Overwrites a few bytes behind
// them.
static inline __attribute__((always_inline)) void subtract(
    const uint8_t *pixels, const uint8_t *others, size_t count, size_t channels, uint8_t *target) {
  size_t index = 0;
  for (; count - index >= sizeof(Pixels) / 4; index += sizeof(Pixels) / 4) {
    Pixels here, there;
    memcpy(&here, pixels + 4 * index, sizeof here);
    memcpy(&there, others + 4 * index, sizeof there);
    here -= there;
    if (channels == 3) {
      here = __builtin_shufflevector(
          here, here, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
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

FOR_EACH_PROCESSOR
void row_filter(
    RowFilter type, const uint8_t *row, const uint8_t *above, size_t start, size_t end,
    size_t channels, uint8_t *target) {
  static const uint8_t zeros[4];
  const uint8_t *others = above + 4 * start;
  if (type == ROW_SUB) {
    others = row + 4 * start - 4;
    if (start == 0 && end > 0) {
      subtract(row, zeros, 1, channels, target);
      target += channels;
      others = row;
      start = 1;
    }
  }
  if (channels == 3) {
    subtract(row + 4 * start, others, end - start, 3, target);
  } else {
    subtract(row + 4 * start, others, end - start, 4, target);
  }
}
