#ifndef DEFLATE_H
#define DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // Literals, the end of a block, and lengths; distances (RFC 1951, 3.2.5).
  DEFLATE_SYMBOLS = 286, DEFLATE_DISTANCES = 30,
  // The number of bytes behind a row or a piece that may be read or overwritten.
  DEFLATE_BEHIND = 64,
};

// The destination of a bit stream.
typedef struct {
  // The next byte to write, and the end of the memory.
  uint8_t *next, *end;
  // Bits of an incomplete byte: fewer than eight between two calls.
  uint64_t bits;
  unsigned count;
} DeflateBits;

// MARK: Whole pictures

// Compresses the filtered rows of a picture to a stream (RFC 1951).
typedef struct Deflate Deflate;

// Starts with rows of `row_length` bytes: the filter type and pixels of `pixel` bytes. Returns NULL
// if memory is exhausted. Free it with `free`, like everything else here.
Deflate *deflate_new(size_t row_length, unsigned pixel);

// Returns where to write the next row, with DEFLATE_BEHIND bytes behind it, before calling one of
// the following two functions.
uint8_t *deflate_row(Deflate *deflate);

// Counts the symbols of a sample row, to choose the code.
void deflate_sample(Deflate *deflate);

// Chooses the code and starts the stream. Returns false if there is not enough space, as do the
// functions below.
bool deflate_begin(Deflate *deflate, uint8_t *target, size_t room);

// Compresses a row.
bool deflate_append(Deflate *deflate);

// Ends the stream. Returns its end; NULL if there is not enough space.
uint8_t *deflate_end(Deflate *deflate);

// MARK: Streams assembled from pieces

// The codes of symbols. Once chosen, any thread may use it.
typedef struct DeflateCode DeflateCode;
size_t deflate_code_size(void);
DeflateCode *deflate_code_make(void *memory, unsigned pixel);

// The search table for earlier bytes of a stream.
typedef struct DeflateSearch DeflateSearch;
DeflateSearch *deflate_search_new(void);

// A part of a row.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  // The first byte at which a run may start: a pixel precedes it.
  size_t first_run;
  // The number of bytes before it that matches may use.
  size_t before;
} DeflatePiece;

// Counts the symbols of a piece, to choose the code.
void deflate_count(DeflateCode *code, DeflateSearch *search, DeflatePiece piece);

// Chooses the code for the symbols that were counted.
void deflate_choose(DeflateCode *code);

// Starts a stream. Returns false if there is not enough space.
bool deflate_head(const DeflateCode *code, DeflateBits *out);

// Compresses a piece. Returns how many bytes before the piece its matches reach, apart from the
// previous pixel; SIZE_MAX if there is not enough space.
size_t deflate_piece(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateBits *out);

// Appends bits of another stream, behind which 16 bytes are readable. Returns false if there is not
// enough space.
bool deflate_copy(const uint8_t *bits, size_t start, size_t end, DeflateBits *out);

// Returns the number of bits since `first`.
size_t deflate_place(const DeflateBits *out, const uint8_t *first);

// Ends a stream. Returns its end; NULL if there is not enough space.
uint8_t *deflate_tail(const DeflateCode *code, DeflateBits *out);

#endif
