// Deflate (RFC 1951) for the filtered rows of a picture: with all that makes a PNG, half of the time that it takes with
// ISA-L's level 1, and files of about that size (Benchmarks/recording).
//
// A general compressor looks at each place for what came before. In rows that a PNG filter went over, three kinds of
// bytes alternate. Runs, most of them zeros of flat areas, repeat what is one pixel before: comparing the row with
// itself, 32 bytes at once, finds them all. Between these stands what is drawn, such as letters, which comes again: it
// is looked for with a table, from where a run ends. The grain of photographs does not repeat: the longer a search is
// in vain, the larger its steps. So most bytes that are no run need nothing but their codes written.
//
// There is one block, and its code is made before, from samples of the rows. Every symbol has a code, also one
// that the samples lack. None is longer than 12 bits, so that four literals and what is left of a byte fit into
// 64 bits, and a table holds the codes of all pairs of literals.
//
// The stream is the same on all processors: one source is compiled for each.
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
  // The code that tells the lengths of the others.
  LENGTH_SYMBOLS = 19, LONGEST_LENGTH_CODE = 7,
  // Shorter runs are literals, or part of a match.
  SHORTEST_RUN = 8,
  // Matches that are looked for have as many bytes at least; one symbol tells so many at most.
  SHORTEST_MATCH = 6, LONGEST_MATCH = 258,
  // After so many places in vain the next ones are twice as far from each other. A row begins with more, so that what
  // is tiled all over is found.
  PATIENCE = 8, PATIENCE_AT_START = 32,
  HASH_BITS = 14,
  // How far back matches may be.
  WINDOW = 32768,
  // Bytes before the first row that may be read.
  MARGIN = 4,
  // Bytes that are searched for runs at once.
  PIECE = 8192,
};

typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef _Bool Flags __attribute__((ext_vector_type(32)));

struct DeflateCode {
  unsigned pixel;
  // How often symbols came in the samples.
  uint32_t counts[DEFLATE_SYMBOLS], distance_counts[DEFLATE_DISTANCES];
  // How many bits each symbol has, by which the block's head tells the codes; those of distances come last.
  uint8_t bit_counts[DEFLATE_SYMBOLS + DEFLATE_DISTANCES];
  // Codes in the low 24 bits, as many of these as the top 8 say: of a literal, of a length with its extra bits, of
  // two literals one behind the other; of a distance, whose extra bits follow.
  uint32_t literals[256], lengths[LONGEST_MATCH + 1], pairs[1 << 16], distances[DEFLATE_DISTANCES], end_of_block;
};

struct DeflateSearch {
  // The bytes of the stream so far.
  uint32_t position;
  // Where in it bytes with some hash stood last.
  uint32_t places[1 << HASH_BITS];
};

struct Deflate {
  DeflateCode code;
  DeflateSearch search;
  DeflateBits out;
  // A row's length, and where in `window` the next one stands.
  size_t row_length, row, window_size;
  // The last rows, one behind the other.
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

// Lengths of codes for symbols that come so often, none longer than `limit`: the best there are, by package-merge
// (Larmore and Hirschberg, 1990). A symbol that never comes has none.
static void find_lengths(const uint32_t *counts, size_t symbols, unsigned limit, uint8_t *lengths) {
  uint64_t leaves[DEFLATE_SYMBOLS];
  size_t count = 0;
  memset(lengths, 0, symbols);
  for (size_t symbol = 0; symbol < symbols; symbol++) {
    if (counts[symbol] == 0) continue;
    // Sorted as they come; equal ones by symbol.
    const uint64_t leaf = (uint64_t)counts[symbol] << 16 | symbol;
    size_t place = count++;
    for (; place > 0 && leaves[place - 1] > leaf; place--) leaves[place] = leaves[place - 1];
    leaves[place] = leaf;
  }
  if (count == 1) lengths[leaves[0] & 0xFFFF] = 1;
  if (count < 2) return;

  // At each level the leaves and pairs of the level before, sorted; what is kept is which of them are leaves.
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
  // A leaf's code is as long as it is often among those that are taken.
  size_t taken = 2 * count - 2;
  for (unsigned level = limit; level-- > 0;) {
    size_t taken_leaves = 0;
    for (size_t index = 0; index < taken; index++) taken_leaves += is_leaf[level][index];
    for (size_t index = 0; index < taken_leaves; index++) lengths[leaves[index] & 0xFFFF]++;
    taken = 2 * (taken - taken_leaves);
  }
}

// Codes of these lengths (RFC 1951, 3.2.2), their first bit lowest.
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
    const uint32_t last = code->literals[second] & 0xFFFFFF, bits = code->literals[second] & 0xFF000000;
    for (unsigned first = 0; first < 256; first++) {
      const uint32_t other = code->literals[first];
      code->pairs[second << 8 | first] = (other + bits) | last << (other >> 24);
    }
  }
}

// A symbol, and how many extra bits of which value follow it (RFC 1951, 3.2.5).
typedef struct { unsigned symbol, extra_count, extra; } Symbol;

// Of a number from 0 on, whose first `2 << digits` symbols have no extra bits; then there are `1 << digits` symbols for
// each number of extra bits.
ALWAYS_INLINE Symbol symbol_of(unsigned value, unsigned digits) {
  const unsigned size = 31 - (unsigned)__builtin_clz(value | 1);
  const unsigned extra_count = size > digits ? size - digits : 0;
  return (Symbol){
      (extra_count << digits) + (value >> extra_count), extra_count, value & ((1u << extra_count) - 1)};
}

ALWAYS_INLINE Symbol length_symbol(size_t length) {
  if (length == LONGEST_MATCH) return (Symbol){285, 0, 0};
  Symbol symbol = symbol_of((unsigned)length - 3, 2);
  symbol.symbol += END_OF_BLOCK + 1;
  return symbol;
}

ALWAYS_INLINE Symbol distance_symbol(size_t distance) { return symbol_of((unsigned)distance - 1, 1); }

// MARK: Runs and matches

typedef struct { size_t start, end; } Run;

// The runs of some bytes in their order, and last an empty one at their end.
typedef struct {
  uint8_t repeats[PIECE / 8 + 16];
  Run runs[PIECE / SHORTEST_RUN + 1];
} Runs;

// Bits from a place on: 57 at least, then zeros.
ALWAYS_INLINE uint64_t bits_at(const uint8_t *bytes, size_t place) { return load(bytes + place / 8) >> place % 8; }

// Sets a bit for each byte that is as the one a pixel before; behind the last there are zeros.
ALWAYS_INLINE void find_repeats(const uint8_t *bytes, size_t count, size_t pixel, uint8_t *repeats) {
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
ALWAYS_INLINE void find_runs(const uint8_t *bytes, size_t first, size_t count, size_t pixel, Runs *found) {
  const uint8_t *const repeats = found->repeats;
  find_repeats(bytes, count, pixel, found->repeats);
  Run *run = found->runs;
  size_t position = first;
  while (position + SHORTEST_RUN <= count) {
    // Of the bits those are left that enough others follow.
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

// How many bytes from `here` on are as those somewhere in the `before` bytes in front of them, and how far that is; 0
// where that is not known.
ALWAYS_INLINE size_t find_match(
    DeflateSearch *search, const uint8_t *here, const uint8_t *end, size_t before, uint32_t position,
    size_t *distance) {
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

// Adds a code of the tables.
ALWAYS_INLINE void put(DeflateBits *out, uint32_t code) {
  out->bits |= (uint64_t)(code & 0xFFFFFF) << out->count;
  out->count += code >> 24;
}

// Writes the whole bytes; eight are overwritten.
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

// Counts the symbols of at most PIECE bytes, or writes their codes if there is something to write to. Returns how far
// in front of the piece it looks, but for the pixel there; SIZE_MAX where there is not room enough.
ALWAYS_INLINE size_t compress(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateCode *counts, DeflateBits *out) {
  const uint8_t *const bytes = piece.bytes;
  const size_t count = piece.count;
  Runs found;
  find_runs(bytes, piece.first_run, count, code->pixel, &found);
  Run *run = found.runs;
  // Literals that are not written yet begin here.
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
          search, bytes + at, bytes + count, piece.before + at, search->position + (uint32_t)at, &distance);
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
    } else if (!put_literals(code, out, bytes + literal, bytes + at) || !has_room(out, length / 32 + 32)) {
      return SIZE_MAX;
    }
    if (at == count) break;
    at += length;
    // A match may reach into runs, and beyond.
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

// As `compress`, for a piece of any length.
ALWAYS_INLINE size_t compress_all(
    const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateCode *counts, DeflateBits *out) {
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
size_t deflate_piece(const DeflateCode *code, DeflateSearch *search, DeflatePiece piece, DeflateBits *out) {
  // A copy, which nothing that is written can be part of.
  DeflateBits bits = *out;
  const size_t reach = compress_all(code, search, piece, NULL, &bits);
  *out = bits;
  return reach;
}

// Writes some bits, at most 24.
ALWAYS_INLINE void copy_few(const uint8_t *bits, size_t start, size_t count, DeflateBits *out) {
  put(out, (uint32_t)(bits_at(bits, start) & ((1u << count) - 1)) | (uint32_t)count << 24);
  flush(out);
}

FOR_EACH_PROCESSOR
bool deflate_copy(const uint8_t *bits, size_t start, size_t end, DeflateBits *target) {
  DeflateBits out = *target;
  if (!has_room(&out, (end - start) / 8 + 32)) return false;
  // As far as the byte that is begun.
  const size_t rest = (8 - out.count) % 8, head = rest < end - start ? rest : end - start;
  copy_few(bits, start, head, &out);
  start += head;
  const uint8_t *const from = bits + start / 8;
  const unsigned shift = start % 8;
  const size_t words = (end - start) / 64;
  for (size_t word = 0; word < words; word++) {
    // What is shifted out to the left may be all of a word.
    const uint64_t low = load(from + 8 * word) >> shift, high = load(from + 8 * word + 8) << 1 << (63 - shift);
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

// Goes over the row in hand.
ALWAYS_INLINE bool take_row(Deflate *deflate, DeflateBits *out) {
  // Runs begin behind the filter's type and the first pixel.
  const DeflatePiece row = {
      deflate->window + deflate->row, deflate->row_length, 1 + deflate->code.pixel, deflate->search.position};
  deflate->row += deflate->row_length;
  return compress_all(&deflate->code, &deflate->search, row, &deflate->code, out) != SIZE_MAX;
}

// Forgets the rows, but not what was counted.
static void rewind_rows(Deflate *deflate) {
  deflate->row = MARGIN;
  memset(&deflate->search, 0, sizeof deflate->search);
}

Deflate *deflate_new(size_t row_length, unsigned pixel) {
  // A window is moved a few times while it is filled.
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
  // A copy, which nothing that is written can be part of.
  DeflateBits out = deflate->out;
  const bool fits = take_row(deflate, &out);
  deflate->out = out;
  return fits;
}

// MARK: The block

// The lengths of codes for what was counted, and for what was not but may come.
static void choose_codes(uint32_t *counts, size_t symbols, uint8_t *lengths, uint32_t *codes) {
  for (size_t symbol = 0; symbol < symbols; symbol++) counts[symbol] = 16 * counts[symbol] + 1;
  find_lengths(counts, symbols, LONGEST_CODE, lengths);
  make_codes(lengths, symbols, codes);
}

DeflateCode *deflate_code_new(unsigned pixel) {
  DeflateCode *const code = calloc(1, sizeof *code);
  if (code) code->pixel = pixel;
  return code;
}

DeflateSearch *deflate_search_new(void) { return calloc(1, sizeof(DeflateSearch)); }

void deflate_choose(DeflateCode *code) {
  uint32_t codes[DEFLATE_SYMBOLS];
  choose_codes(code->counts, DEFLATE_SYMBOLS, code->bit_counts, codes);
  choose_codes(code->distance_counts, DEFLATE_DISTANCES, code->bit_counts + DEFLATE_SYMBOLS, code->distances);
  memcpy(code->literals, codes, sizeof code->literals);
  fill_pairs(code);
  code->end_of_block = codes[END_OF_BLOCK];
  for (size_t length = 3; length <= LONGEST_MATCH; length++) {
    const Symbol symbol = length_symbol(length);
    const uint32_t word = codes[symbol.symbol], bits = word >> 24;
    code->lengths[length] = (word & 0xFFFFFF) | symbol.extra << bits | (bits + symbol.extra_count) << 24;
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
  // The last block, with codes of its own (RFC 1951, 3.2.7).
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
  // The rest of the last byte is zeros.
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
