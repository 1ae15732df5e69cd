// The PNG row filters (ISO 15948, 9.2) that take one subtraction per byte, on rows of RGBA.
#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>
#include <stdint.h>

// Differences from the pixel to the left, or from the one above.
typedef enum { ROW_SUB = 1, ROW_UP = 2 } RowFilter;

// Sums of the magnitudes of the differences. The filter with the smaller sum usually compresses
// better.
typedef struct { uint32_t left, above; } RowSums;

// Returns the sums of a row of at most two million pixels. The row above the first one is zeros.
RowSums row_sums(const uint8_t *row, const uint8_t *above, size_t width);

static inline RowFilter row_choice(RowSums sums) {
  return sums.left < sums.above ? ROW_SUB : ROW_UP;
}

// Writes the differences of three or four channels of the pixels from `start` to `end`. Overwrites
// a few bytes behind them.
void row_filter(
    RowFilter type, const uint8_t *row, const uint8_t *above, size_t start, size_t end,
    size_t channels, uint8_t *target);

#endif
