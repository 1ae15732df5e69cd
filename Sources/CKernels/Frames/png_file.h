// The parts of a PNG file around its compressed data.
#ifndef PNG_FILE_H
#define PNG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // The number of bytes before the compressed data, and the most bytes behind it.
  PNG_HEAD = 56, PNG_TAIL = 20,
  // The widest row: the sum of its differences fits into 32 bits.
  PNG_WIDEST = UINT32_MAX / 2048,
};

// Every how many rows one is sampled to choose the Huffman code. Small pictures use all rows.
static inline size_t png_sampling(size_t height) { return height > 64 ? 16 : 1; }

// Writes everything before the data: 8-bit RGB, or RGBA with straight alpha.
void png_begin(uint8_t *file, size_t width, size_t height, bool is_opaque);

// Completes a file whose data ends at `end`. `checksum` is the Adler-32 (RFC 1950) of the filtered
// rows. Returns the length of the file; 0 if `end` is NULL.
size_t png_end(uint8_t *file, uint8_t *end, uint32_t checksum);

#endif
