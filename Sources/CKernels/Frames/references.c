// Long because: one algorithm: matching, shifting and joining one stream of bits.
// PNG encoder for pictures that mostly consist of parts of two others, such as the frames of a page
// turn: most of a frame shows the page before the turn, or the page below. These two, the
// references, are compressed once, with a Huffman code that all frames share. Of a frame, only the
// parts that neither of them contains are compressed; for the rest, bits of the references are
// copied.
//
// A row consists of blocks of pixels. For each block of the references we store where its bits
// start, how it changes the checksum, and how far back in the row its matches reach: its bits can
// be copied if the frame equals the reference from there on. Matches never reach into other rows,
// which costs a few per cent of the size for pictures with grain, and a multiple for patterns that
// repeat in each row. Each row has the same filter in all frames.
//
// This file is long because the encoder and the references share their block format.
#include "deflate.h"
#include "frame_kernels.h"
#include "png_file.h"
#include "processors.h"
#include "rows.h"

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

enum {
  // The blocks of a row fit into the bits of a word.
  MOST_BLOCKS = 64,
  NARROWEST_BLOCK = 64,
  // A difference depends on the pixel to the left, and a run on the difference there.
  PIXELS_BEFORE = 2,
  CHANNELS = 3,
  // Adler-32's modulus (RFC 1950).
  MODULUS = 65521,
};

typedef uint8_t Bytes __attribute__((vector_size(32)));

// One bit for each block of a row.
typedef uint64_t Blocks;

// The start of a block of a reference.
typedef struct {
  // The position in its stream.
  uint64_t bit;
  // The sum of the row's bytes before it, and the sum of each byte times its index in the row.
  uint64_t weighted;
  uint32_t sum;
  // The first block of the row that its matches reach.
  uint8_t needs;
} Place;

typedef struct {
  size_t width, height;
  // The number of pixels per block, and of blocks per row.
  size_t block, blocks;
  DeflateCode *code;
  // For each row, its filter, and the blocks that are equal in both references.
  uint8_t *filters;
  Blocks *twins;
  struct { uint8_t *bits; Place *places; } pictures[2];
} References;

// Memory for a row, with a margin.
typedef struct { uint8_t *memory, *zeros, *bytes; DeflateSearch *search; } Work;

static bool prepare(Work *work, size_t width) {
  const size_t row = 1 + CHANNELS * width;
  // Space for the pixel before a block.
  enum { MARGIN = 16 };
  work->memory = calloc(1, 4 * width + MARGIN + row + DEFLATE_BEHIND);
  work->search = deflate_search_new();
  if (work->memory == NULL || work->search == NULL) return false;
  work->zeros = work->memory;
  work->bytes = work->memory + 4 * width + MARGIN;
  return true;
}

static void clean_up(Work *work) {
  free(work->memory);
  free(work->search);
}

static size_t first_pixel(const References *references, size_t block) {
  const size_t pixel = block * references->block;
  return pixel < references->width ? pixel : references->width;
}

// The start of a block in a filtered row. The first block starts with the filter type.
static size_t first_byte(const References *references, size_t block) {
  return block == 0 ? 0 : 1 + CHANNELS * first_pixel(references, block);
}

static const Place *place(const References *references, int picture, size_t y, size_t block) {
  return references->pictures[picture].places + y * (references->blocks + 1) + block;
}

// A row and the one above it.
typedef struct { const uint8_t *row, *above; } Rows;

static Rows rows(const uint8_t *rgba, size_t width, size_t y, const Work *work) {
  const uint8_t *const row = rgba + 4 * width * y;
  return (Rows){row, y == 0 ? work->zeros : row - 4 * width};
}

// MARK: Equal blocks

// Whether `count` pixels are equal.
static inline __attribute__((always_inline)) bool are_equal(
    const uint8_t *one, const uint8_t *other, size_t count) {
  Bytes differences = {0};
  size_t index = 0;
  for (; 4 * count - index >= sizeof(Bytes); index += sizeof(Bytes)) {
    Bytes here, there;
    memcpy(&here, one + index, sizeof here);
    memcpy(&there, other + index, sizeof there);
    differences |= here ^ there;
  }
  uint64_t words[sizeof(Bytes) / sizeof(uint64_t)];
  memcpy(words, &differences, sizeof words);
  return (words[0] | words[1] | words[2] | words[3]) == 0 &&
         memcmp(one + index, other + index, 4 * count - index) == 0;
}

// Whether a block, with the pixels before it that its bytes depend on, is equal in two rows.
static inline __attribute__((always_inline)) bool is_equal(
    const References *references, const uint8_t *one, const uint8_t *other, size_t block) {
  const size_t end = first_pixel(references, block + 1);
  const size_t start = block == 0 ? 0 : first_pixel(references, block) - PIXELS_BEFORE;
  return are_equal(one + 4 * start, other + 4 * start, end - start);
}

FOR_EACH_PROCESSOR
static Blocks find_equal(
    const References *references, const uint8_t *one, const uint8_t *other) {
  Blocks equal = 0;
  for (size_t block = 0; block < references->blocks; block++) {
    equal |= (Blocks)is_equal(references, one, other, block) << block;
  }
  return equal;
}

// MARK: References

// Counts the symbols of sample rows of a picture.
static void sample(References *references, frame_kernels_picture picture, Work *work) {
  const size_t step = png_sampling(references->height);
  for (size_t y = step / 2; y < picture.height; y += step) {
    const Rows here = rows(picture.rgba, picture.width, y, work);
    const uint8_t filter = references->filters[y < references->height ? y : references->height - 1];
    work->bytes[0] = filter;
    row_filter(filter, here.row, here.above, 0, picture.width, CHANNELS, work->bytes + 1);
    const DeflatePiece row = {work->bytes, 1 + CHANNELS * picture.width, 1 + CHANNELS, 0};
    deflate_count(references->code, work->search, row);
  }
}

// Chooses the filter of each row, and finds the blocks that are equal in both references.
static void compare_references(
    References *references, const uint8_t *first, const uint8_t *last, Work *work) {
  const size_t width = references->width;
  for (size_t y = 0; y < references->height; y++) {
    const Rows one = rows(first, width, y, work), other = rows(last, width, y, work);
    const RowSums sums = row_sums(one.row, one.above, width);
    const RowSums others = row_sums(other.row, other.above, width);
    const uint64_t left = (uint64_t)sums.left + others.left;
    references->filters[y] = left < (uint64_t)sums.above + others.above ? ROW_SUB : ROW_UP;
    references->twins[y] = find_equal(references, one.row, other.row);
  }
}

// Adds bytes to the sums of a place.
FOR_EACH_PROCESSOR
static void add(Place *place, const uint8_t *bytes, size_t start, size_t count) {
  uint32_t sum = 0;
  uint64_t weighted = 0;
  while (count > 0) {
    // The sums of 4096 bytes fit into 32 bits: 255 · 4096² / 2.
    const size_t part = count < 4096 ? count : 4096;
    uint32_t part_sum = 0, part_weighted = 0;
    for (uint32_t index = 0; index < part; index++) {
      part_sum += bytes[index];
      part_weighted += index * bytes[index];
    }
    sum += part_sum;
    weighted += part_weighted + (uint64_t)start * part_sum;
    start += part;
    bytes += part;
    count -= part;
  }
  place->sum += sum;
  place->weighted += weighted;
}

// Compresses a reference. Returns its number of bytes; 0 if memory is exhausted.
static size_t compress_rows_of(
    References *references, int picture, const uint8_t *rgba, Work *work) {
  const size_t capacity = frame_kernels_png_capacity(references->width, references->height);
  uint8_t *const bits = references->pictures[picture].bits;
  Place *next = references->pictures[picture].places;
  DeflateBits out = {bits, bits + capacity, 0, 0};
  for (size_t y = 0; y < references->height; y++) {
    const Rows here = rows(rgba, references->width, y, work);
    work->bytes[0] = references->filters[y];
    row_filter(
        references->filters[y], here.row, here.above, 0, references->width, CHANNELS,
        work->bytes + 1);
    Place place = {0};
    for (size_t block = 0; block < references->blocks; block++) {
      const size_t start = first_byte(references, block);
      const size_t count = first_byte(references, block + 1) - start;
      const DeflatePiece piece = {
          work->bytes + start, count, block == 0 ? 1 + CHANNELS : 0, start};
      place.bit = deflate_place(&out, bits);
      const size_t reach = deflate_piece(references->code, work->search, piece, &out);
      if (reach == SIZE_MAX) return 0;
      // The filter type, which is the same in all frames, belongs to the first block.
      const size_t from = start - reach;
      place.needs = (uint8_t)(from == 0 ? 0 : (from - 1) / (CHANNELS * references->block));
      *next++ = place;
      add(&place, piece.bytes, start, count);
    }
    place.bit = deflate_place(&out, bits);
    *next++ = place;
  }
  // Writes the remaining bits, and the bytes that `deflate_copy` may read behind them.
  if (out.end - out.next < 32) return 0;
  memset(out.next, 0, 32);
  *out.next = (uint8_t)out.bits;
  return (size_t)(out.next - bits) + 1;
}

size_t frame_kernels_references_compress(void *memory, int picture, const uint8_t *rgba) {
  References *const references = memory;
  if (!frame_kernels_is_opaque(rgba, references->width * references->height)) return 0;
  Work work;
  const size_t size = prepare(&work, references->width)
                          ? compress_rows_of(references, picture, rgba, &work) : 0;
  clean_up(&work);
  return size;
}

// The next part of a block of memory; NULL if the block is NULL and only its length is counted.
static void *part(uint8_t *memory, size_t *used, size_t count) {
  uint8_t *const start = memory == NULL ? NULL : memory + *used;
  *used += (count + 63) / 64 * 64;
  return start;
}

// Divides memory among the parts of references. Returns the number of bytes.
static size_t divide(References *references, uint8_t *memory, size_t width, size_t height) {
  references->width = width;
  references->height = height;
  references->block = NARROWEST_BLOCK;
  while (references->block * MOST_BLOCKS < width) references->block *= 2;
  references->blocks = (width + references->block - 1) / references->block;
  size_t used = 0;
  part(memory, &used, sizeof *references);
  references->code = part(memory, &used, deflate_code_size());
  references->filters = part(memory, &used, height);
  references->twins = part(memory, &used, height * sizeof(Blocks));
  for (int picture = 0; picture < 2; picture++) {
    references->pictures[picture].bits =
        part(memory, &used, frame_kernels_png_capacity(width, height));
    references->pictures[picture].places =
        part(memory, &used, height * (references->blocks + 1) * sizeof(Place));
  }
  return used;
}

size_t frame_kernels_references_size(size_t width, size_t height) {
  if (width > PNG_WIDEST || width == 0 || height == 0) return 0;
  References references;
  return divide(&references, NULL, width, height);
}

bool frame_kernels_references_make(
    void *memory, const uint8_t *first, const uint8_t *last, size_t width, size_t height,
    const frame_kernels_picture *other) {
  if (width > PNG_WIDEST || width == 0 || height == 0) return false;
  References *const references = memory;
  divide(references, memory, width, height);
  deflate_code_make(references->code, CHANNELS);
  Work work;
  const bool is_ready = prepare(&work, width);
  if (is_ready) {
    compare_references(references, first, last, &work);
    sample(references, (frame_kernels_picture){first, width, height}, &work);
    sample(references, (frame_kernels_picture){last, width, height}, &work);
    if (other && other->width <= width) sample(references, *other, &work);
    deflate_choose(references->code);
  }
  clean_up(&work);
  return is_ready;
}

// MARK: Pictures

// A stream, and the sums of its Adler-32 checksum so far.
typedef struct { DeflateBits out; uint64_t sum, weighted; } Stream;

// A picture to encode: the references' pixels, its own, and which of its own are set.
typedef struct {
  const uint8_t *pictures[2];
  uint8_t *rgba;
  const frame_kernels_span *spans;
} Frame;

// Sets the missing pixels from `start` to `end` of a row.
static void fill(
    const References *references, const Frame *frame, size_t y, size_t start, size_t end) {
  if (frame->spans == NULL) return;
  const frame_kernels_span span = frame->spans[y];
  const size_t row = references->width * y, left = end < span.start ? end : span.start;
  const size_t right = start > span.end ? start : span.end;
  if (start < left) {
    const size_t offset = 4 * (row + start);
    memcpy(frame->rgba + offset, frame->pictures[span.before] + offset, 4 * (left - start));
  }
  if (right < end) {
    const size_t offset = 4 * (row + right);
    memcpy(frame->rgba + offset, frame->pictures[span.behind] + offset, 4 * (end - right));
  }
}

// Finds the blocks of a row that equal the first reference, and the second. The reference that the
// block above equals is compared first, because it is most likely.
FOR_EACH_PROCESSOR
static void compare(
    const References *references, const Frame *frame, size_t y, Blocks equal[2]) {
  const size_t row = 4 * references->width * y;
  const uint8_t *const others[] = {frame->pictures[0] + row, frame->pictures[1] + row};
  const frame_kernels_span all = {0, (uint32_t)references->width, 0, 0};
  const frame_kernels_span span = frame->spans ? frame->spans[y] : all;
  const Blocks twins = references->twins[y], second_before = equal[1] & ~equal[0];
  equal[0] = equal[1] = 0;
  for (size_t block = 0; block < references->blocks; block++) {
    const Blocks bit = (Blocks)1 << block;
    const size_t start = first_pixel(references, block), end = first_pixel(references, block + 1);
    const size_t start_before = start < PIXELS_BEFORE ? 0 : start - PIXELS_BEFORE;
    int which = second_before & bit ? 1 : 0;
    bool is_one = true;
    if (end <= span.start) {
      which = span.before;
    } else if (start_before >= span.end) {
      which = span.behind;
    } else {
      fill(references, frame, y, start_before, end);
      is_one = is_equal(references, frame->rgba + row, others[which], block);
      if (!is_one && !(twins & bit)) {
        which = 1 - which;
        is_one = is_equal(references, frame->rgba + row, others[which], block);
      }
    }
    if (!is_one) continue;
    equal[which] |= bit;
    equal[1 - which] |= twins & bit;
  }
}

// Copies the blocks from `start` to `end` of a reference.
static bool take(
    const References *references, int picture, size_t y, size_t start, size_t end,
    Stream *stream) {
  const Place *const from = place(references, picture, y, start);
  const Place *const to = place(references, picture, y, end);
  if (!deflate_copy(references->pictures[picture].bits, from->bit, to->bit, &stream->out)) {
    return false;
  }
  const size_t first = first_byte(references, start), last = first_byte(references, end);
  const uint64_t sum = to->sum - from->sum;
  // Adler-32 adds each byte to the first sum, and the first sum to the second after each byte.
  stream->weighted +=
      (last - first) * stream->sum + last * sum - (to->weighted - from->weighted);
  stream->sum += sum;
  stream->sum %= MODULUS;
  stream->weighted %= MODULUS;
  return true;
}

// Compresses the blocks from `start` to `end` of a row. Also returns false if a pixel is not
// opaque.
static bool compress(
    const References *references, const Frame *frame, size_t y, size_t start, size_t end,
    Work *work, Stream *stream) {
  const RowFilter filter = references->filters[y];
  const size_t last = first_pixel(references, end), first = first_pixel(references, start);
  const size_t before = first < PIXELS_BEFORE ? 0 : first - PIXELS_BEFORE;
  fill(references, frame, y, before, last);
  if (filter == ROW_UP && y > 0) fill(references, frame, y - 1, before, last);
  const Rows here = rows(frame->rgba, references->width, y, work);
  if (!frame_kernels_is_opaque(here.row + 4 * first, last - first)) return false;
  const size_t count = first_byte(references, end) - first_byte(references, start);
  DeflatePiece piece = {work->bytes, count, 0, CHANNELS};
  if (start == 0) {
    piece.first_run = 1 + CHANNELS;
    piece.before = 0;
    work->bytes[0] = (uint8_t)filter;
    row_filter(filter, here.row, here.above, 0, last, CHANNELS, work->bytes + 1);
  } else {
    row_filter(filter, here.row, here.above, first - 1, last, CHANNELS, work->bytes - CHANNELS);
  }
  if (deflate_piece(references->code, work->search, piece, &stream->out) == SIZE_MAX) {
    return false;
  }
  const uint32_t checksum = isal_adler32(
      (uint32_t)(stream->weighted << 16 | stream->sum), work->bytes, piece.count);
  stream->sum = checksum & 0xFFFF;
  stream->weighted = checksum >> 16;
  return true;
}

// Chooses the reference from which each block of a row is copied: 0 or 1, or -1 to compress it.
//
// `same` holds the blocks whose bytes equal those of each reference. A block can be copied if that
// is true from the first block on that its matches reach. The reference of the previous block is
// preferred, then the first one. The choice must not depend on other frames, so that a frame has
// the same bytes whatever was drawn before it.
static void choose_sources(
    const References *references, size_t y, const Blocks same[2], int8_t *sources) {
  size_t since[2] = {0, 0};
  int source = -1;
  for (size_t block = 0; block < references->blocks; block++) {
    bool can[2];
    for (int picture = 0; picture < 2; picture++) {
      if (!(same[picture] >> block & 1)) since[picture] = block + 1;
      can[picture] = since[picture] <= place(references, picture, y, block)->needs;
    }
    source = source >= 0 && can[source] ? source : can[0] ? 0 : can[1] ? 1 : -1;
    sources[block] = (int8_t)source;
  }
}

static bool compress_rows(
    const References *references, const Frame *frame, Work *work, Stream *stream) {
  // The zeros above the first row are the same in all pictures.
  Blocks equal[2] = {~(Blocks)0, ~(Blocks)0};
  for (size_t y = 0; y < references->height; y++) {
    Blocks same[2] = {equal[0], equal[1]};
    compare(references, frame, y, equal);
    for (int picture = 0; picture < 2; picture++) {
      same[picture] =
          references->filters[y] == ROW_UP ? same[picture] & equal[picture] : equal[picture];
    }
    int8_t sources[MOST_BLOCKS];
    choose_sources(references, y, same, sources);
    for (size_t start = 0, end; start < references->blocks; start = end) {
      const int source = sources[start];
      for (end = start + 1; end < references->blocks && sources[end] == source; end++) {}
      const bool fits = source >= 0 ? take(references, source, y, start, end, stream)
                                    : compress(references, frame, y, start, end, work, stream);
      if (!fits) return false;
    }
  }
  return true;
}

size_t frame_kernels_png_by_references(
    const void *memory, const uint8_t *first, const uint8_t *last, uint8_t *rgba,
    const frame_kernels_span *spans, uint8_t *file, size_t capacity) {
  const References *const references = memory;
  if (capacity < PNG_HEAD + PNG_TAIL) return 0;
  png_begin(file, references->width, references->height, true);
  const Frame frame = {{first, last}, rgba, spans};
  Stream stream = {{file + PNG_HEAD, file + capacity - PNG_TAIL, 0, 0}, 1, 0};
  Work work;
  const bool is_done = prepare(&work, references->width) &&
                       deflate_head(references->code, &stream.out) &&
                       compress_rows(references, &frame, &work, &stream);
  clean_up(&work);
  uint8_t *const end = is_done ? deflate_tail(references->code, &stream.out) : NULL;
  return png_end(file, end, (uint32_t)(stream.weighted << 16 | stream.sum));
}
