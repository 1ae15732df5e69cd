#ifndef DEFLATE_H
#define DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // Literals, the end of a block, and lengths; distances (RFC 1951, 3.2.5).
  DEFLATE_SYMBOLS = 286, DEFLATE_DISTANCES = 30,
  // Bytes behind a row or a piece that may be read, or overwritten.
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

// MARK: A picture from its first row to its last

// Writes a stream (RFC 1951) of the filtered rows of a picture.
typedef struct Deflate Deflate;

// Rows of `row_length` bytes, which are the filter's type and pixels of `pixel` bytes. NULL where there is no memory;
// given back by `free`, like all that is made here.
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

// MARK: Streams that are put together

// By which bits symbols are written: after it was chosen, on any thread.
typedef struct DeflateCode DeflateCode;
DeflateCode *deflate_code_new(unsigned pixel);

// What came before in a stream.
typedef struct DeflateSearch DeflateSearch;
DeflateSearch *deflate_search_new(void);

// A part of a row.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  // Where runs may begin: a pixel stands before.
  size_t first_run;
  // How many bytes in front of it may be repeated.
  size_t before;
} DeflatePiece;

// Counts the symbols of a piece, for the code.
void deflate_count(DeflateCode *code, DeflateSearch *search, DeflatePiece piece);

// Chooses the code for what was counted.
void deflate_choose(DeflateCode *code);

// Begins a stream. False where there is not room enough.
bool deflate_head(const DeflateCode *code, DeflateBits *out);

// Compresses a piece. Returns from how many bytes in front of it something is repeated, the pixel there not counted;
// SIZE_MAX where there is not room enough.
size_t deflate_piece(const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateBits *out);

// Appends bits of another stream, which has 16 bytes behind it. False where there is not room enough.
bool deflate_copy(const uint8_t *bits, size_t start, size_t end, DeflateBits *out);

// How many bits there are since `first`.
size_t deflate_place(const DeflateBits *out, const uint8_t *first);

// Ends a stream. Where it ends; NULL where there is not room enough.
uint8_t *deflate_tail(const DeflateCode *code, DeflateBits *out);

#endif
