// The filters of PNG's rows (ISO 15948, 9.2) that cost one subtraction a byte, on rows of RGBA.
#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>
#include <stdint.h>

// Differences from the pixel to the left, or from the one above.
typedef enum { ROW_SUB = 1, ROW_UP = 2 } RowFilter;

// The sums of the differences' magnitudes: the smaller ones are likely to be compressed better.
typedef struct { uint32_t left, above; } RowSums;

// Those of a row of at most two million pixels; above the first one there are zeros.
RowSums row_sums(const uint8_t *row, const uint8_t *above, size_t width);

static inline RowFilter row_choice(RowSums sums) { return sums.left < sums.above ? ROW_SUB : ROW_UP; }

// Writes the differences of the pixels from `start` to `end`, of which three or four channels count; a few bytes behind
// them are overwritten.
void row_filter(
    RowFilter type, const uint8_t *row, const uint8_t *above, size_t start, size_t end, size_t channels,
    uint8_t *target);

#endif
