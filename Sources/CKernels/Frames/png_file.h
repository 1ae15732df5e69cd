// What is common to all PNG files, however their data is made.
#ifndef PNG_FILE_H
#define PNG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // How many bytes of a file stand before the compressed data, and how many may stand behind it.
  PNG_HEAD = 56, PNG_TAIL = 20,
  // The sum of the differences of a row of so many pixels fits into 32 bits.
  PNG_WIDEST = UINT32_MAX / 2048,
};

// Of how many rows one says which code suits all; of few rows all do.
static inline size_t png_sampling(size_t height) { return height > 64 ? 16 : 1; }

// Writes what stands before the data: 8-bit RGB, or RGBA with straight alpha.
void png_begin(uint8_t *file, size_t width, size_t height, bool is_opaque);

// Completes a file whose data ends at `end`; `checksum` is that of the filtered rows (RFC 1950's Adler-32). Returns the
// file's length; 0 where `end` is NULL.
size_t png_end(uint8_t *file, uint8_t *end, uint32_t checksum);

#endif
