// Long because: one bit writer and its tables, which share static inline state.
// Deflate (RFC 1951) for filtered rows of pictures. Encoding a PNG takes half of the time that it
// takes with ISA-L's level 1, for files of about the same size (Benchmarks/recording).
//
// A general compressor searches for a match at each byte. Filtered PNG rows mix three kinds of
// bytes:
//
// - Runs, mostly zeros of flat areas, repeat the previous pixel. Comparing the row with itself, 32
//   bytes at a time, finds them all.
// - Drawings such as letters between the runs occur repeatedly. They are searched in a hash table,
//   from the end of a run.
// - The grain of photographs does not repeat. The longer a search fails, the larger its steps get,
//   so most of these bytes only need their codes written.
//
// There is one block, whose code is chosen before from sampled rows. Every symbol has a code, even
// if the samples lack it. The longest code has 12 bits, so that four literals and an incomplete
// byte fit into 64 bits, and a table holds the codes of all pairs of literals.
//
// The stream is the same on all processors.
//
// This file is long because everything that FOR_EACH_PROCESSOR functions inline must be in one
// file.
#include "deflate.h"
#include "processors.h"

#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
  END_OF_BLOCK = 256,
  LONGEST_CODE = 12,
  // The code that encodes the lengths of the other codes.
  LENGTH_SYMBOLS = 19, LONGEST_LENGTH_CODE = 7,
  // Shorter runs are literals or parts of a match.
  SHORTEST_RUN = 8,
  // The lengths of matches that are searched, and of those that one symbol encodes.
  SHORTEST_MATCH = 6, LONGEST_MATCH = 258,
  // After this many failed searches the distance between searches doubles. A row starts with more,
  // so that tiled patterns are found.
  PATIENCE = 8, PATIENCE_AT_START = 32,
  HASH_BITS = 14,
  // The largest distance of a match.
  WINDOW = 32768,
  // The number of bytes before the first row that may be read.
  MARGIN = 4,
  // The number of bytes that are searched for runs at a time.
  PIECE = 8192,
};

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef _Bool Flags __attribute__((ext_vector_type(32)));

struct DeflateCode {
  unsigned pixel;
  // The frequencies of symbols in the samples.
  uint32_t counts[DEFLATE_SYMBOLS], distance_counts[DEFLATE_DISTANCES];
  // The code lengths, which the block's header stores; those of distances come last.
  uint8_t bit_counts[DEFLATE_SYMBOLS + DEFLATE_DISTANCES];
  // Codes in the low 24 bits, with their lengths in the top 8: of a literal, of a length with its
  // extra bits, of two consecutive literals; of a distance without its extra bits.
  uint32_t literals[256], lengths[LONGEST_MATCH + 1], pairs[1 << 16];
  uint32_t distances[DEFLATE_DISTANCES], end_of_block;
};

struct DeflateSearch {
  // The number of bytes so far.
  uint32_t position;
  // The last position of bytes with each hash.
  uint32_t places[1 << HASH_BITS];
};

struct Deflate {
  DeflateCode code;
  DeflateSearch search;
  DeflateBits out;
  // The length of a row, and the position of the next one in `window`.
  size_t row_length, row, window_size;
  // The most recent rows.
  uint8_t window[];
};

ALWAYS_INLINE uint64_t little_endian(uint64_t value) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

ALWAYS_INLINE uint64_t load(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return little_endian(value);
}

// MARK: Codes

// Finds optimal code lengths of at most `limit` bits, by package-merge (Larmore and Hirschberg,
// 1990). Symbols with a count of 0 get no code.
static void find_lengths(const uint32_t *counts, size_t symbols, unsigned limit, uint8_t *lengths) {
  uint64_t leaves[DEFLATE_SYMBOLS];
  size_t count = 0;
  memset(lengths, 0, symbols);
  for (size_t symbol = 0; symbol < symbols; symbol++) {
    if (counts[symbol] == 0) continue;
    // Insertion sort; equal counts by symbol.
    const uint64_t leaf = (uint64_t)counts[symbol] << 16 | symbol;
    size_t place = count++;
    for (; place > 0 && leaves[place - 1] > leaf; place--) leaves[place] = leaves[place - 1];
    leaves[place] = leaf;
  }
  if (count == 1) lengths[leaves[0] & 0xFFFF] = 1;
  if (count < 2) return;

  // Each level holds the leaves and the pairs of the previous level, sorted. Only whether an item
  // is a leaf is kept.
  bool is_leaf[LONGEST_CODE][2 * DEFLATE_SYMBOLS];
  uint64_t packages[DEFLATE_SYMBOLS];
  size_t package_count = 0;
  for (unsigned level = 0; level < limit; level++) {
    uint64_t merged[2 * DEFLATE_SYMBOLS];
    size_t leaf = 0, package = 0, size = 0;
    while (leaf < count || package < package_count) {
      const bool takes_leaf =
          package == package_count || (leaf < count && leaves[leaf] >> 16 <= packages[package]);
      is_leaf[level][size] = takes_leaf;
      merged[size++] = takes_leaf ? leaves[leaf++] >> 16 : packages[package++];
    }
    package_count = size / 2;
    for (size_t index = 0; index < package_count; index++) {
      packages[index] = merged[2 * index] + merged[2 * index + 1];
    }
  }
  // The length of a symbol's code is the number of levels at which its leaf is taken.
  size_t taken = 2 * count - 2;
  for (unsigned level = limit; level-- > 0;) {
    size_t taken_leaves = 0;
    for (size_t index = 0; index < taken; index++) taken_leaves += is_leaf[level][index];
    for (size_t index = 0; index < taken_leaves; index++) lengths[leaves[index] & 0xFFFF]++;
    taken = 2 * (taken - taken_leaves);
  }
}

// Makes codes of these lengths (RFC 1951, 3.2.2), with the first bit lowest.
static void make_codes(const uint8_t *lengths, size_t symbols, uint32_t *codes) {
  uint32_t counts[LONGEST_CODE + 1] = {0}, next[LONGEST_CODE + 1] = {0};
  for (size_t symbol = 0; symbol < symbols; symbol++) counts[lengths[symbol]]++;
  counts[0] = 0;
  for (int length = 1; length <= LONGEST_CODE; length++) {
    next[length] = (next[length - 1] + counts[length - 1]) << 1;
  }
  for (size_t symbol = 0; symbol < symbols; symbol++) {
    const unsigned length = lengths[symbol];
    uint32_t code = length ? next[length]++ : 0, reversed = 0;
    for (unsigned bit = 0; bit < length; bit++, code >>= 1) reversed = reversed << 1 | (code & 1);
    codes[symbol] = reversed | (uint32_t)length << 24;
  }
}

FOR_EACH_PROCESSOR
static void fill_pairs(DeflateCode *code) {
  for (unsigned second = 0; second < 256; second++) {
    const uint32_t last = code->literals[second] & 0xFFFFFF;
    const uint32_t bits = code->literals[second] & 0xFF000000;
    for (unsigned first = 0; first < 256; first++) {
      const uint32_t other = code->literals[first];
      code->pairs[second << 8 | first] = (other + bits) | last << (other >> 24);
    }
  }
}

// A symbol, and the number and value of the extra bits that follow it (RFC 1951, 3.2.5).
typedef struct { unsigned symbol, extra_count, extra; } Symbol;

// Returns the symbol of a number from 0 on. The first `2 << digits` symbols have no extra bits,
// then there are `1 << digits` symbols for each number of extra bits.
ALWAYS_INLINE Symbol symbol_of(unsigned value, unsigned digits) {
  const unsigned size = 31 - (unsigned)__builtin_clz(value | 1);
  const unsigned extra_count = size > digits ? size - digits : 0;
  return (Symbol){
      (extra_count << digits) + (value >> extra_count), extra_count,
      value & ((1u << extra_count) - 1)};
}

ALWAYS_INLINE Symbol length_symbol(size_t length) {
  if (length == LONGEST_MATCH) return (Symbol){285, 0, 0};
  Symbol symbol = symbol_of((unsigned)length - 3, 2);
  symbol.symbol += END_OF_BLOCK + 1;
  return symbol;
}

ALWAYS_INLINE Symbol distance_symbol(size_t distance) {
  return symbol_of((unsigned)distance - 1, 1);
}

// MARK: Runs and matches

typedef struct { size_t start, end; } Run;

// The runs of some bytes in order, and an empty one at the end.
typedef struct {
  uint8_t repeats[PIECE / 8 + 16];
  Run runs[PIECE / SHORTEST_RUN + 1];
} Runs;

// Returns at least 57 bits from a position on, then zeros.
ALWAYS_INLINE uint64_t bits_at(const uint8_t *bytes, size_t place) {
  return load(bytes + place / 8) >> place % 8;
}

// Sets a bit for each byte that equals the one a pixel before. Zeros follow the last bit.
ALWAYS_INLINE void find_repeats(
    const uint8_t *bytes, size_t count, size_t pixel, uint8_t *repeats) {
#if defined(PORTABLE) || __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  memset(repeats, 0, (count + 7) / 8);
  for (size_t index = 0; index < count; index++) {
    repeats[index / 8] |= (uint8_t)((bytes[index] == *(bytes + index - pixel)) << index % 8);
  }
#else
  for (size_t index = 0; index < count; index += sizeof(Bytes)) {
    Bytes here, before;
    memcpy(&here, bytes + index, sizeof here);
    memcpy(&before, bytes + index - pixel, sizeof before);
    const Flags flags = __builtin_convertvector(here == before, Flags);
    memcpy(repeats + index / 8, &flags, sizeof(Bytes) / 8);
  }
  if (count % 8) repeats[count / 8] &= (uint8_t)((1 << count % 8) - 1);
#endif
  memset(repeats + (count + 7) / 8, 0, 8);
}

// Finds the runs in at most PIECE bytes, from `first` on.
ALWAYS_INLINE void find_runs(
    const uint8_t *bytes, size_t first, size_t count, size_t pixel, Runs *found) {
  const uint8_t *const repeats = found->repeats;
  find_repeats(bytes, count, pixel, found->repeats);
  Run *run = found->runs;
  size_t position = first;
  while (position + SHORTEST_RUN <= count) {
    // Keeps the bits that are followed by enough others.
    uint64_t starts = bits_at(repeats, position);
    unsigned length = 1;
    for (; 2 * length <= SHORTEST_RUN; length *= 2) starts &= starts >> length;
    if (length < SHORTEST_RUN) starts &= starts >> (SHORTEST_RUN - length);
    if (starts == 0) {
      position += 58 - SHORTEST_RUN;
      continue;
    }
    position += (size_t)__builtin_ctzll(starts);
    run->start = position;
    uint64_t ends;
    while ((ends = ~bits_at(repeats, position) & ((1ull << 57) - 1)) == 0) position += 57;
    position += (size_t)__builtin_ctzll(ends);
    run++->end = position;
  }
  *run = (Run){count, count};
}

// Returns the length of a match for the bytes at `here` within the `before` bytes in front of them,
// and its distance; 0 if none is found.
ALWAYS_INLINE size_t find_match(
    DeflateSearch *search, const uint8_t *here, const uint8_t *end, size_t before,
    uint32_t position, size_t *distance) {
  const unsigned unused = 64 - 8 * SHORTEST_MATCH;
  const uint64_t bytes = load(here);
  uint32_t *const place =
      &search->places[(bytes << unused) * 0x9E3779B97F4A7C15 >> (64 - HASH_BITS)];
  const size_t back = position - *place;
  *place = position;
  if (back - 1 >= (before < WINDOW ? before : WINDOW)) return 0;
  uint64_t differences = bytes ^ load(here - back);
  if (differences << unused) return 0;
  const uint8_t *at = here;
  while (differences == 0 && end - at > 8) {
    at += 8;
    differences = load(at) ^ load(at - back);
  }
  at += differences ? __builtin_ctzll(differences) / 8 : 8;
  *distance = back;
  return (size_t)((at < end ? at : end) - here);
}

// MARK: Bits

// Appends a code from the tables.
ALWAYS_INLINE void put(DeflateBits *out, uint32_t code) {
  out->bits |= (uint64_t)(code & 0xFFFFFF) << out->count;
  out->count += code >> 24;
}

// Writes the complete bytes. Overwrites eight bytes.
ALWAYS_INLINE void flush(DeflateBits *out) {
  const uint64_t bits = little_endian(out->bits);
  memcpy(out->next, &bits, sizeof bits);
  out->next += out->count / 8;
  out->bits >>= out->count & ~7u;
  out->count &= 7;
}

ALWAYS_INLINE bool has_room(const DeflateBits *out, size_t bytes) {
  return (size_t)(out->end - out->next) >= bytes;
}

ALWAYS_INLINE bool put_literals(
    const DeflateCode *code, DeflateBits *out, const uint8_t *bytes, const uint8_t *end) {
  while (bytes < end) {
    const uint8_t *const stop = end - bytes < 256 ? end : bytes + 256;
    if (!has_room(out, 256 * LONGEST_CODE / 8 + 16)) return false;
    for (; stop - bytes >= 4; bytes += 4) {
      put(out, code->pairs[bytes[0] | bytes[1] << 8]);
      put(out, code->pairs[bytes[2] | bytes[3] << 8]);
      flush(out);
    }
    while (bytes < stop) put(out, code->literals[*bytes++]);
    flush(out);
  }
  return true;
}

// MARK: Pieces

// Counts the symbols of at most PIECE bytes, or writes their codes if `out` is not NULL. Returns
// how far before the piece matches reach, apart from the previous pixel; SIZE_MAX if there is not
// enough space.
ALWAYS_INLINE size_t compress(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateCode *counts,
    DeflateBits *out) {
  const uint8_t *const bytes = piece.bytes;
  const size_t count = piece.count;
  Runs found;
  find_runs(bytes, piece.first_run, count, code->pixel, &found);
  Run *run = found.runs;
  // The first literal that has not been written.
  size_t literal = 0, at = 0, reach = 0;
  while (true) {
    size_t length = 0, distance = code->pixel, step = 1;
    int patience = at == 0 ? PATIENCE_AT_START : PATIENCE;
    for (; at + SHORTEST_MATCH <= run->start; at += step) {
      if (patience-- == 0) {
        patience = PATIENCE;
        step *= 2;
      }
      length = find_match(
          search, bytes + at, bytes + count, piece.before + at, search->position + (uint32_t)at,
          &distance);
      if (length > 0) break;
    }
    if (length == 0) {
      at = run->start;
      length = run->end - run->start;
      run++;
    } else if (distance > at + reach && distance > at + code->pixel) {
      reach = distance - at;
    }
    if (out == NULL) {
      for (; literal < at; literal++) counts->counts[bytes[literal]]++;
    } else if (
        !put_literals(code, out, bytes + literal, bytes + at) || !has_room(out, length / 32 + 32)) {
      return SIZE_MAX;
    }
    if (at == count) break;
    at += length;
    // A match may extend into runs, and beyond.
    while (run->end <= at && run->start < count) run++;
    if (run->start < at) run->start = at;
    const Symbol far = distance_symbol(distance);
    while (length >= 3) {
      const size_t part = length < LONGEST_MATCH ? length : LONGEST_MATCH;
      length -= part;
      if (out == NULL) {
        counts->counts[length_symbol(part).symbol]++;
        counts->distance_counts[far.symbol]++;
      } else {
        put(out, code->lengths[part]);
        put(out, code->distances[far.symbol]);
        put(out, far.extra | far.extra_count << 24);
        flush(out);
      }
    }
    literal = at - length;
  }
  search->position += (uint32_t)count;
  return reach;
}

// Like `compress`, for a piece of any length.
ALWAYS_INLINE size_t compress_all(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateCode *counts,
    DeflateBits *out) {
  const size_t count = piece.count;
  size_t reach = 0;
  for (size_t done = 0; done < count; done += PIECE) {
    piece.count = count - done < PIECE ? count - done : PIECE;
    const size_t part = compress(code, search, piece, counts, out);
    if (part == SIZE_MAX) return SIZE_MAX;
    if (part > done + reach) reach = part - done;
    piece.bytes += PIECE;
    piece.before += PIECE;
    piece.first_run = 0;
  }
  return reach;
}

FOR_EACH_PROCESSOR
void deflate_count(DeflateCode *code, DeflateSearch *search, DeflatePiece piece) {
  compress_all(code, search, piece, code, NULL);
}

FOR_EACH_PROCESSOR
size_t deflate_piece(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateBits *out) {
  // A local copy, which the compiler knows is not overwritten by the output.
  DeflateBits bits = *out;
  const size_t reach = compress_all(code, search, piece, NULL, &bits);
  *out = bits;
  return reach;
}

// Appends at most 24 bits.
ALWAYS_INLINE void copy_few(const uint8_t *bits, size_t start, size_t count, DeflateBits *out) {
  const uint64_t wanted = bits_at(bits, start) & ((1u << count) - 1);
  put(out, (uint32_t)wanted | (uint32_t)count << 24);
  flush(out);
}

FOR_EACH_PROCESSOR
bool deflate_copy(const uint8_t *bits, size_t start, size_t end, DeflateBits *target) {
  DeflateBits out = *target;
  if (!has_room(&out, (end - start) / 8 + 32)) return false;
  // Completes the current byte.
  const size_t rest = (8 - out.count) % 8, head = rest < end - start ? rest : end - start;
  copy_few(bits, start, head, &out);
  start += head;
  const uint8_t *const from = bits + start / 8;
  const unsigned shift = start % 8;
  const size_t words = (end - start) / 64;
  for (size_t word = 0; word < words; word++) {
    // Two shifts, because a shift by 64 bits is undefined.
    const uint64_t low = load(from + 8 * word) >> shift;
    const uint64_t high = load(from + 8 * word + 8) << 1 << (63 - shift);
    const uint64_t both = little_endian(low | high);
    memcpy(out.next + 8 * word, &both, sizeof both);
  }
  out.next += 8 * words;
  for (start += 64 * words; start < end; start += 24) {
    copy_few(bits, start, end - start < 24 ? end - start : 24, &out);
  }
  *target = out;
  return true;
}

size_t deflate_place(const DeflateBits *out, const uint8_t *first) {
  return 8 * (size_t)(out->next - first) + out->count;
}

// MARK: Rows

// Compresses or counts the current row.
ALWAYS_INLINE bool take_row(Deflate *deflate, DeflateBits *out) {
  // Runs start behind the filter type and the first pixel.
  const DeflatePiece row = {
      deflate->window + deflate->row, deflate->row_length, 1 + deflate->code.pixel,
      deflate->search.position};
  deflate->row += deflate->row_length;
  return compress_all(&deflate->code, &deflate->search, row, &deflate->code, out) != SIZE_MAX;
}

// Discards the rows, but not the counts.
static void rewind_rows(Deflate *deflate) {
  deflate->row = MARGIN;
  memset(&deflate->search, 0, sizeof deflate->search);
}

Deflate *deflate_new(size_t row_length, unsigned pixel) {
  // Space for several windows, so that the window is seldom moved.
  const size_t window_size = MARGIN + 4 * WINDOW + row_length + DEFLATE_BEHIND;
  Deflate *const deflate = malloc(sizeof *deflate + window_size);
  if (deflate == NULL) return NULL;
  deflate->row_length = row_length;
  deflate->window_size = window_size;
  memset(deflate->window, 0, MARGIN);
  memset(&deflate->code, 0, sizeof deflate->code);
  deflate->code.pixel = pixel;
  rewind_rows(deflate);
  return deflate;
}

uint8_t *deflate_row(Deflate *deflate) {
  if (deflate->row + deflate->row_length + DEFLATE_BEHIND > deflate->window_size) {
    memmove(deflate->window + MARGIN, deflate->window + deflate->row - WINDOW, WINDOW);
    deflate->row = MARGIN + WINDOW;
  }
  return deflate->window + deflate->row;
}

FOR_EACH_PROCESSOR
void deflate_sample(Deflate *deflate) { take_row(deflate, NULL); }

FOR_EACH_PROCESSOR
bool deflate_append(Deflate *deflate) {
  // A local copy, which the compiler knows is not overwritten by the output.
  DeflateBits out = deflate->out;
  const bool fits = take_row(deflate, &out);
  deflate->out = out;
  return fits;
}

// MARK: The block

// Chooses code lengths for all symbols, also for those that were not counted.
static void choose_codes(uint32_t *counts, size_t symbols, uint8_t *lengths, uint32_t *codes) {
  for (size_t symbol = 0; symbol < symbols; symbol++) counts[symbol] = 16 * counts[symbol] + 1;
  find_lengths(counts, symbols, LONGEST_CODE, lengths);
  make_codes(lengths, symbols, codes);
}

size_t deflate_code_size(void) { return sizeof(DeflateCode); }

DeflateCode *deflate_code_make(void *memory, unsigned pixel) {
  DeflateCode *const code = memset(memory, 0, sizeof *code);
  code->pixel = pixel;
  return code;
}

DeflateSearch *deflate_search_new(void) { return calloc(1, sizeof(DeflateSearch)); }

void deflate_choose(DeflateCode *code) {
  uint32_t codes[DEFLATE_SYMBOLS];
  choose_codes(code->counts, DEFLATE_SYMBOLS, code->bit_counts, codes);
  choose_codes(
      code->distance_counts, DEFLATE_DISTANCES, code->bit_counts + DEFLATE_SYMBOLS,
      code->distances);
  memcpy(code->literals, codes, sizeof code->literals);
  fill_pairs(code);
  code->end_of_block = codes[END_OF_BLOCK];
  for (size_t length = 3; length <= LONGEST_MATCH; length++) {
    const Symbol symbol = length_symbol(length);
    const uint32_t word = codes[symbol.symbol], bits = word >> 24;
    code->lengths[length] =
        (word & 0xFFFFFF) | symbol.extra << bits | (bits + symbol.extra_count) << 24;
  }
}

bool deflate_head(const DeflateCode *code, DeflateBits *out) {
  enum { SYMBOLS = DEFLATE_SYMBOLS + DEFLATE_DISTANCES };
  uint32_t length_counts[LENGTH_SYMBOLS] = {0}, length_codes[LENGTH_SYMBOLS];
  uint8_t length_lengths[LENGTH_SYMBOLS];
  for (size_t symbol = 0; symbol < SYMBOLS; symbol++) length_counts[code->bit_counts[symbol]]++;
  find_lengths(length_counts, LENGTH_SYMBOLS, LONGEST_LENGTH_CODE, length_lengths);
  make_codes(length_lengths, LENGTH_SYMBOLS, length_codes);

  if (!has_room(out, SYMBOLS + 64)) return false;
  // The last block, with dynamic codes (RFC 1951, 3.2.7).
  put(out, 1 | 2 << 1 | 3 << 24);
  put(out, (DEFLATE_SYMBOLS - 257) | 5 << 24);
  put(out, (DEFLATE_DISTANCES - 1) | 5 << 24);
  put(out, (LENGTH_SYMBOLS - 4) | 4 << 24);
  flush(out);
  static const uint8_t order[LENGTH_SYMBOLS] = {
      16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  for (size_t index = 0; index < LENGTH_SYMBOLS; index++) {
    put(out, length_lengths[order[index]] | 3 << 24);
    flush(out);
  }
  for (size_t symbol = 0; symbol < SYMBOLS; symbol++) {
    put(out, length_codes[code->bit_counts[symbol]]);
    flush(out);
  }
  return true;
}

uint8_t *deflate_tail(const DeflateCode *code, DeflateBits *out) {
  if (!has_room(out, 16)) return NULL;
  put(out, code->end_of_block);
  // Pads the last byte with zeros.
  put(out, 7 << 24);
  flush(out);
  return out->next;
}

bool deflate_begin(Deflate *deflate, uint8_t *target, size_t room) {
  deflate_choose(&deflate->code);
  rewind_rows(deflate);
  deflate->out = (DeflateBits){target, target + room, 0, 0};
  return deflate_head(&deflate->code, &deflate->out);
}

uint8_t *deflate_end(Deflate *deflate) { return deflate_tail(&deflate->code, &deflate->out); }
