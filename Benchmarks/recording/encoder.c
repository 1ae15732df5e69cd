// Compares the PNG encoder, on one thread, with libpng and its defaults. The input is the first,
// middle and last frame of a turn as raw RGBA. Both sides encode the middle frame alternately.
// Prints the medians in milliseconds, their ratio, and how much larger our file is; then the same
// for our encoder with the first and last frame as references.
//
//   encoder FRAMES.rgba WIDTH HEIGHT [ROUNDS]
#include "frame_kernels.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint8_t *bytes; size_t size, capacity; } File;

static void fail(const char *what) {
  fprintf(stderr, "failed: %s\n", what);
  exit(1);
}

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void append(png_structp png, png_bytep bytes, size_t count) {
  File *file = png_get_io_ptr(png);
  if (file->size + count > file->capacity) png_error(png, "no room");
  memcpy(file->bytes + file->size, bytes, count);
  file->size += count;
}

// libpng receives RGB, so it does not have to pack the pixels.
static void encode_by_libpng(const uint8_t *rgb, size_t width, size_t height, File *file) {
  file->size = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info || setjmp(png_jmpbuf(png))) fail("libpng");
  png_set_write_fn(png, file, append, NULL);
  png_set_IHDR(
      png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (size_t row = 0; row < height; row++) png_write_row(png, rgb + row * width * 3);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int count, char **arguments) {
  if (count < 4) fail("encoder FRAMES.rgba WIDTH HEIGHT [ROUNDS]");
  const size_t width = strtoul(arguments[2], NULL, 10), height = strtoul(arguments[3], NULL, 10);
  const int rounds = count > 4 ? atoi(arguments[4]) : 15;
  const size_t pixels = width * height, capacity = frame_kernels_png_capacity(width, height);
  uint8_t *frames[] = {malloc(pixels * 4), malloc(pixels * 4), malloc(pixels * 4)};
  uint8_t *rgb = malloc(pixels * 3), *ours = malloc(capacity);
  File peer = {malloc(capacity), 0, capacity};
  double *times[3];
  for (int side = 0; side < 3; side++) times[side] = calloc((size_t)rounds, 8);
  FILE *file = fopen(arguments[1], "rb");
  if (!rgb || !ours || !peer.bytes || !times[0] || !times[1] || !times[2] || rounds < 1) {
    fail("memory");
  }
  for (int frame = 0; frame < 3; frame++) {
    if (!file || !frames[frame] || fread(frames[frame], 4, pixels, file) != pixels) {
      fail("reading the frames");
    }
  }
  uint8_t *rgba = frames[1];
  for (size_t pixel = 0; pixel < pixels; pixel++) memcpy(rgb + 3 * pixel, rgba + 4 * pixel, 3);
  memset(ours, 1, capacity);
  frame_kernels_references *references =
      frame_kernels_references_new(frames[0], frames[2], width, height, NULL);
  if (!references || !frame_kernels_references_compress(references, 0, frames[0])
      || !frame_kernels_references_compress(references, 1, frames[2])) {
    fail("our references");
  }
  size_t size = 0, parts_size = 0;
  for (int round = 0; round < rounds; round++) {
    const double start = milliseconds();
    size = frame_kernels_png(rgba, width, height, false, ours, capacity);
    const double middle = milliseconds();
    encode_by_libpng(rgb, width, height, &peer);
    const double end = milliseconds();
    parts_size = frame_kernels_png_by_references(
        references, frames[0], frames[2], rgba, NULL, ours, capacity);
    times[0][round] = middle - start;
    times[1][round] = end - middle;
    times[2][round] = milliseconds() - end;
  }
  if (size == 0 || parts_size == 0) fail("our encoder");
  double medians[3];
  for (int side = 0; side < 3; side++) {
    qsort(times[side], (size_t)rounds, sizeof(double), compare);
    medians[side] = times[side][rounds / 2];
  }
  printf(
      "%.1f %.1f %.1f %+.0f %.1f %+.0f\n", medians[0], medians[1], medians[1] / medians[0],
      100.0 * (double)size / (double)peer.size - 100, medians[2],
      100.0 * (double)parts_size / (double)peer.size - 100);
  return 0;
}
