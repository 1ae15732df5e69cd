// Encodes pictures of many kinds and sizes with the PNG kernel, and checks each file: the chunks,
// the pixels (decoded with ISA-L), and that a buffer that is too small is refused and not overrun.
//
//   pictures SEED COUNT FOLDER    writes FOLDER/NUMBER.png, and .rgba with the premultiplied pixels
//
// For each picture, a second one, NUMBER-parts, is assembled from parts of two others and a part of
// its own. Its file must be the same whether the encoder is told the parts or finds them.
//
// Prints the first failure and exits with 1.
#include "frame_kernels.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint32_t chance(uint32_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)((state >> 20) % below);
}

static void fail(const char *what, size_t number, size_t width, size_t height) {
  fprintf(stderr, "picture %zu, %zux%zu: %s\n", number, width, height, what);
  exit(1);
}

enum {
  NOISE, FLAT, GRADIENT, GRAIN, GEOMETRIC, TEXT, TILES, STRIPES, SURPRISES, KINDS,
};

// Differences with Fibonacci frequencies, whose optimal code would be longer than allowed.
static uint8_t geometric(void) {
  uint8_t value = 0;
  while (value < 255 && chance(1000) < 618) value++;
  return value;
}

static void paint(int kind, size_t width, size_t height, uint8_t *rgba) {
  const uint32_t first = chance(256), period = 1 + chance(300), other = chance(256);
  uint8_t letters[8][8];
  for (int letter = 0; letter < 8; letter++) {
    for (int row = 0; row < 8; row++) letters[letter][row] = (uint8_t)chance(256);
  }
  for (size_t y = 0; y < height; y++) {
    for (size_t x = 0; x < width; x++) {
      uint8_t *const pixel = rgba + 4 * (y * width + x);
      for (int channel = 0; channel < 3; channel++) {
        uint8_t value = (uint8_t)chance(256);
        switch (kind) {
          case FLAT: value = (uint8_t)first; break;
          case GRADIENT: value = (uint8_t)(first + x / 3 + y / (size_t)(channel + 2)); break;
          case GRAIN: value = (uint8_t)(first + x / 9 + chance(7)); break;
          case GEOMETRIC: value = (uint8_t)((x ? pixel[channel - 4] : 0) + geometric()); break;
          case TEXT:
            value =
                letters[(x / 8 + y / 8 * 5) * (y / 8 + 3) % 11 % 8][y % 8] >> x % 8 & 1 ? 20 : 255;
            break;
          case TILES:
            value = (uint8_t)((x % period + y % 13) * 2654435761u >> (8 + channel));
            break;
          // Runs of all lengths.
          case STRIPES:
            value = x && chance(period) ? pixel[channel - 4] : (uint8_t)other;
            if (channel == 0 && chance(400) == 0) value = (uint8_t)first;
            break;
          // The rows from which the code is made say nothing of the others.
          case SURPRISES: value = y % 16 == 8 || y % 16 == 7 ? (uint8_t)first : value; break;
        }
        pixel[channel] = value;
      }
      pixel[3] = 255;
    }
  }
}

// Premultiplied alpha, in areas or everywhere.
static void make_transparent(size_t width, size_t height, uint8_t *rgba) {
  const uint32_t from = chance((uint32_t)width);
  for (size_t y = 0; y < height; y++) {
    for (size_t x = from; x < width; x++) {
      uint8_t *const pixel = rgba + 4 * (y * width + x);
      pixel[3] = x % 5 == 0 ? (uint8_t)chance(256) : (uint8_t)(x + y);
      for (int channel = 0; channel < 3; channel++) {
        pixel[channel] = pixel[channel] * pixel[3] / 255;
      }
    }
  }
}

static uint32_t number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Returns what is wrong with a file, or NULL.
static const char *check(
    const uint8_t *file, size_t size, const uint8_t *rgba, size_t width, size_t height,
    bool keep_alpha) {
  bool is_opaque = true;
  for (size_t pixel = 0; pixel < width * height; pixel++) {
    is_opaque = is_opaque && rgba[4 * pixel + 3] == 255;
  }
  const size_t channels = is_opaque && !keep_alpha ? 3 : 4, length = width * channels;
  const uint8_t *data = NULL;
  uint32_t data_size = 0;
  size_t at = 8;
  while (at + 12 <= size) {
    const uint32_t count = number(file + at);
    if (count > size - at - 12) return "a chunk is longer than the file";
    if (number(file + at + 8 + count) != crc32_gzip_refl(0, file + at + 4, count + 4))
      return "a checksum is wrong";
    if (memcmp(file + at + 4, "IHDR", 4) == 0) {
      if (number(file + at + 8) != width || number(file + at + 12) != height) {
        return "the size is wrong";
      }
      if (file[at + 17] != (channels == 3 ? 2 : 6)) return "the kind of pixels is wrong";
    }
    if (memcmp(file + at + 4, "IDAT", 4) == 0) {
      data = file + at + 8;
      data_size = count;
    }
    at += 12 + (size_t)count;
  }
  if (at != size || data == NULL) return "the chunks are wrong";

  const size_t raw_size = height * (1 + length);
  uint8_t *const raw = malloc(raw_size + 1);
  struct inflate_state inflater;
  isal_inflate_init(&inflater);
  inflater.crc_flag = ISAL_ZLIB;
  inflater.next_in = (uint8_t *)data;
  inflater.avail_in = data_size;
  inflater.next_out = raw;
  inflater.avail_out = (uint32_t)raw_size + 1;
  const char *wrong = NULL;
  if (isal_inflate(&inflater) != ISAL_DECOMP_OK || inflater.block_state != ISAL_BLOCK_FINISH) {
    wrong = "the data cannot be inflated";
  } else if (inflater.total_out != raw_size || inflater.avail_in != 0) {
    wrong = "there is not as much data as there should be";
  }
  for (size_t y = 0; y < height && !wrong; y++) {
    uint8_t *const row = raw + y * (1 + length) + 1;
    if (row[-1] != 1 && row[-1] != 2) wrong = "a filter is wrong";
    for (size_t index = 0; index < length; index++) {
      if (row[-1] == 1) row[index] += index < channels ? 0 : row[index - channels];
      if (row[-1] == 2) row[index] += y == 0 ? 0 : *(row + index - length - 1);
    }
    for (size_t x = 0; x < width && !wrong; x++) {
      const uint8_t *const pixel = rgba + 4 * (y * width + x);
      const unsigned alpha = channels == 4 ? row[4 * x + 3] : 255;
      if (alpha != pixel[3]) wrong = "alpha differs";
      for (int channel = 0; channel < 3; channel++) {
        if ((row[channels * x + channel] * alpha + 127) / 255 != pixel[channel]) {
          wrong = "a color differs";
        }
      }
    }
  }
  free(raw);
  return wrong;
}

// Encodes into a buffer of exactly `room` bytes, which the address sanitizer watches, and checks
// the bytes behind it.
static size_t encode_in(
    size_t room, const uint8_t *rgba, size_t width, size_t height, bool keep_alpha,
    const uint8_t *expected) {
  uint8_t *const exact = malloc(room ? room : 1), *const watched = malloc(room + 64);
  memset(watched + room, 0xA5, 64);
  const size_t size = frame_kernels_png(rgba, width, height, keep_alpha, exact, room);
  const size_t again = frame_kernels_png(rgba, width, height, keep_alpha, watched, room);
  bool is_same = size == again && (size == 0 || memcmp(exact, expected, size) == 0);
  for (size_t byte = 0; byte < 64; byte++) is_same = is_same && watched[room + byte] == 0xA5;
  free(exact);
  free(watched);
  return is_same ? size : SIZE_MAX;
}

static void save(
    const char *folder, const char *name, const char *ending, const uint8_t *bytes, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
  FILE *const file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
    perror(path);
    exit(1);
  }
}

// Makes a picture that equals the first or the last picture outside of the spans.
static void put_together(
    size_t width, size_t height, const uint8_t *first, const uint8_t *last, uint8_t *rgba,
    frame_kernels_span *spans) {
  const uint8_t *const others[] = {first, last};
  const uint32_t slope = chance(3);
  uint32_t start = 0, end = 0;
  uint8_t before = 0, behind = 0;
  for (size_t y = 0; y < height; y++) {
    if (y == 0 || chance(20) == 0) {
      start = chance((uint32_t)width + 1);
      end = start + chance((uint32_t)width + 1 - start);
      if (chance(4) == 0) end = start;
      before = (uint8_t)chance(2);
      behind = (uint8_t)chance(2);
    }
    start = start > slope ? start - slope : 0;
    spans[y] = (frame_kernels_span){start, end, before, behind};
    uint8_t *const row = rgba + 4 * width * y;
    memcpy(row, others[before] + 4 * width * y, 4 * start);
    memcpy(row + 4 * end, others[behind] + 4 * width * y + 4 * end, 4 * (width - end));
    // Pixels inside a span may be equal, too.
    if (chance(4) == 0) {
      const size_t at = 4 * width * y + 4 * start;
      memcpy(row + 4 * start, others[chance(2)] + at, 2 * (end - start) / 4 * 4);
    }
  }
}

// Writes a picture of parts and checks it.
static void try_parts(size_t index, size_t width, size_t height, const char *folder) {
  const size_t size = 4 * width * height, capacity = frame_kernels_png_capacity(width, height);
  uint8_t *const first = malloc(size), *const last = malloc(size), *const rgba = malloc(size);
  uint8_t *const told = malloc(size);
  uint8_t *const file = malloc(capacity), *const other = malloc(capacity);
  frame_kernels_span *const spans = malloc(height * sizeof *spans);
  paint((int)(index % KINDS), width, height, first);
  // Some parts may be equal in both.
  paint((int)chance(KINDS), width, height, last);
  if (chance(2)) memcpy(last, first, size / 2);
  paint((int)chance(KINDS), width, height, rgba);
  const frame_kernels_picture samples[] = {
      {rgba, width, height}, {last, (width + 1) / 2, height}, {file, width + 1, 2}};
  const uint32_t which = chance(4);
  void *const references = aligned_alloc(64, frame_kernels_references_size(width, height));
  if (!references
      || !frame_kernels_references_make(
          references, first, last, width, height, which ? samples + which - 1 : NULL)
      || !frame_kernels_references_compress(references, 1, last)
      || !frame_kernels_references_compress(references, 0, first)) {
    fail("makes no references", index, width, height);
  }
  put_together(width, height, first, last, rgba, spans);
  const size_t found =
      frame_kernels_png_by_references(references, first, last, rgba, NULL, file, capacity);
  for (size_t y = 0; y < height; y++) {
    const size_t row = 4 * width * y, start = 4 * spans[y].start, end = 4 * spans[y].end;
    memset(told + row, (int)chance(256), 4 * width);
    memcpy(told + row + start, rgba + row + start, end - start);
  }
  const size_t same =
      frame_kernels_png_by_references(references, first, last, told, spans, other, capacity);
  if (same != found || memcmp(file, other, found) != 0) {
    fail("differs if its parts are told", index, width, height);
  }
  if (found == 0) fail("of parts is refused", index, width, height);
  const char *const wrong = check(file, found, rgba, width, height, false);
  if (wrong) fail(wrong, index, width, height);
  for (int turn = 0; turn < 8; turn++) {
    const size_t room = turn == 0 ? found : turn == 1 ? found - 1 : chance((uint32_t)found);
    // A buffer of exactly `room` bytes, which the address sanitizer watches.
    uint8_t *const exact = malloc(room ? room : 1);
    const size_t fits =
        frame_kernels_png_by_references(references, first, last, rgba, NULL, exact, room);
    if (fits && (fits != found || memcmp(exact, file, found))) {
      fail("does not keep to its room", index, width, height);
    }
    free(exact);
  }
  char name[64];
  snprintf(name, sizeof name, "%zu-parts", index);
  save(folder, name, "rgba", rgba, size);
  save(folder, name, "png", file, found);
  rgba[4 * chance((uint32_t)(width * height)) + 3] = 7;
  if (frame_kernels_png_by_references(references, first, last, rgba, NULL, file, capacity)) {
    fail("is accepted though not opaque", index, width, height);
  }
  frame_kernels_references_make(references, first, rgba, width, height, NULL);
  if (frame_kernels_references_compress(references, 1, rgba)) {
    fail("is a reference though not opaque", index, width, height);
  }
  void *const blocks[] = {references, first, last, rgba, told, file, other, spans};
  for (size_t block = 0; block < sizeof blocks / sizeof blocks[0]; block++) free(blocks[block]);
}

// Rows whose checksums would overflow, and pictures without pixels, are refused.
static void try_limits(void) {
  const size_t width = 1 << 21;
  uint8_t *const rgba = malloc(4 * width), byte;
  memset(rgba, 255, 4 * width);
  const size_t sizes[][2] = {{width, 1}, {0, 1}, {1, 0}};
  for (int index = 0; index < 3; index++) {
    if (frame_kernels_references_size(sizes[index][0], sizes[index][1]) != 0
        || frame_kernels_references_make(
            NULL, rgba, rgba, sizes[index][0], sizes[index][1], NULL)) {
      fail("makes references", 0, sizes[index][0], sizes[index][1]);
    }
  }
  if (frame_kernels_png(rgba, width, 1, false, &byte, SIZE_MAX)) {
    fail("is accepted", 0, width, 1);
  }
  free(rgba);
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  try_limits();
  const size_t pictures = strtoul(arguments[2], NULL, 10);
  // Sizes at the limits of pieces, vectors and the window.
  static const size_t sides[][2] = {
      {1, 1}, {1, 2}, {2, 1}, {1, 300}, {300, 1}, {2730, 5}, {2731, 5}, {2732, 3}, {2048, 4},
      {12000, 12}, {3, 700},
      {700, 65}, {256, 64}, {1365, 100}, {640, 361},
  };
  const size_t special = sizeof sides / sizeof sides[0] * KINDS;
  for (size_t index = 0; index < pictures; index++) {
    state = (strtoull(arguments[1], NULL, 10) + index + 1) * 0x9E3779B97F4A7C15;
    for (int turn = 0; turn < 8; turn++) chance(2);
    const bool is_special = index < special;
    const size_t width = is_special ? sides[index / KINDS][0] : 1 + chance(chance(4) ? 40 : 400);
    const size_t height = is_special ? sides[index / KINDS][1] : 1 + chance(chance(4) ? 40 : 200);
    const bool keep_alpha = chance(4) == 0;
    uint8_t *const rgba = malloc(4 * width * height);
    paint((int)(index % KINDS), width, height, rgba);
    if (chance(3) == 0) make_transparent(width, height, rgba);

    const size_t capacity = frame_kernels_png_capacity(width, height);
    uint8_t *const file = malloc(capacity);
    const size_t size = frame_kernels_png(rgba, width, height, keep_alpha, file, capacity);
    // A file may only be too large if the sampled rows are unlike the others.
    if (size == 0 && index % KINDS != SURPRISES) fail("is refused", index, width, height);
    const char *const wrong = size ? check(file, size, rgba, width, height, keep_alpha) : NULL;
    if (wrong) fail(wrong, index, width, height);
    char name[64];
    snprintf(name, sizeof name, "%zu", index);
    save(arguments[3], name, "rgba", rgba, 4 * width * height);
    if (size > 0) save(arguments[3], name, "png", file, size);

    const size_t rooms[] = {
        0, 1, 255, 256, 300, chance((uint32_t)capacity), size, size ? size - 1 : 0, size / 2};
    for (size_t room = 0; room < sizeof rooms / sizeof rooms[0]; room++) {
      const size_t found = encode_in(rooms[room], rgba, width, height, keep_alpha, file);
      if (found > rooms[room] || (found > 0 && found != size)) {
        fail("does not keep to its room", index, width, height);
      }
    }
    free(file);
    free(rgba);
    try_parts(index, width, height, arguments[3]);
  }
  return 0;
}
