#ifndef DEFLATE_H
#define DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // Literals, the end of a block, and lengths; distances (RFC 1951, 3.2.5).
  DEFLATE_SYMBOLS = 286, DEFLATE_DISTANCES = 30,
  // Bytes behind a row that may be overwritten.
  DEFLATE_BEHIND = 64,
};

// Where a stream of bits goes.
typedef struct {
  // Where the next bytes go, and what they may not reach.
  uint8_t *next, *end;
  // Bits that are no whole byte yet: fewer than eight between two calls.
  uint64_t bits;
  unsigned count;
} DeflateBits;

// Writes a stream (RFC 1951) of the filtered rows of a picture.
typedef struct Deflate Deflate;

// Rows of `row_length` bytes, which are the filter's type and pixels of `pixel` bytes. NULL where there is no memory;
// given back by `free`.
Deflate *deflate_new(size_t row_length, unsigned pixel);

// Where the next row is to be written, and DEFLATE_BEHIND bytes as one likes, before one of the two below takes it.
uint8_t *deflate_row(Deflate *deflate);

// Takes a row of the kind that will be compressed, for a code that suits these.
void deflate_sample(Deflate *deflate);

// Begins a stream with the code for the rows that were taken. False where there is not room enough, here as below.
bool deflate_begin(Deflate *deflate, uint8_t *target, size_t room);

// Compresses a row.
bool deflate_append(Deflate *deflate);

// Ends the stream. Where it ends; NULL where there is not room enough.
uint8_t *deflate_end(Deflate *deflate);

#endif
