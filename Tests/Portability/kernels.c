// Runs the C kernels on random pictures and prints a hash of what each makes, for
// scripts/check-portability, which compares processors. ISA-L's checksums are replaced by plain
// ones, so that nothing has to be installed for the other processor.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame_kernels.h"

// Prototypes of ISA-L.
uint32_t crc32_gzip_refl(uint32_t checksum, const unsigned char *bytes, uint64_t count);
uint64_t crc64_ecma_refl(uint64_t checksum, const unsigned char *bytes, uint64_t count);
uint32_t isal_adler32(uint32_t checksum, const unsigned char *bytes, uint64_t count);

static uint64_t crc(uint64_t checksum, const unsigned char *bytes, uint64_t count, uint64_t taps) {
  for (uint64_t i = 0; i < count; i++) {
    checksum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) checksum = checksum >> 1 ^ (checksum & 1 ? taps : 0);
  }
  return checksum;
}

uint32_t crc32_gzip_refl(uint32_t checksum, const unsigned char *bytes, uint64_t count) {
  return (uint32_t)~crc((uint32_t)~checksum, bytes, count, 0xEDB88320);
}

uint64_t crc64_ecma_refl(uint64_t checksum, const unsigned char *bytes, uint64_t count) {
  return ~crc(~checksum, bytes, count, 0xC96C5795D7870F42);
}

uint32_t isal_adler32(uint32_t checksum, const unsigned char *bytes, uint64_t count) {
  uint32_t low = checksum & 0xffff, high = checksum >> 16;
  for (uint64_t i = 0; i < count; i++) {
    low = (low + bytes[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

static uint64_t state = 1;

static uint32_t draw(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % limit;
}

static uint64_t hash(uint64_t value, const void *bytes, size_t count) {
  const uint8_t *byte = bytes;
  for (size_t i = 0; i < count; i++) value = (value ^ byte[i]) * 0x100000001B3;
  return value;
}

// A premultiplied picture of noise, runs and copies of the row above.
static void paint(uint8_t *rgba, size_t width, size_t height, int opaque) {
  uint32_t noise = 1 + draw(40);
  for (size_t i = 0; i < width * height; i++) {
    uint8_t *pixel = rgba + 4 * i;
    if (i > 0 && draw(noise) > 0) {
      memcpy(pixel, pixel - 4, 4);
    } else if (i > width && draw(2)) {
      memcpy(pixel, pixel - 4 * width, 4);
    } else {
      pixel[3] = opaque ? 255 : (uint8_t)draw(256);
      for (int part = 0; part < 3; part++) pixel[part] = (uint8_t)draw(pixel[3] + 1u);
    }
  }
}

int main(void) {
  uint64_t pngs = 0, planes = 0, back = 0, references = 0, checksums = 0;
  for (int round = 0; round < 60; round++) {
    size_t width = 2 + 2 * draw(60), height = 2 + 2 * draw(40), count = width * height;
    size_t capacity = frame_kernels_png_capacity(width, height);
    uint8_t *rgba = malloc(4 * count), *other = malloc(4 * count), *file = malloc(capacity);
    uint8_t *i420 = malloc(count * 3 / 2), *kept = malloc(count * 3 / 2);
    if (!rgba || !other || !file || !i420 || !kept) return 2;
    paint(rgba, width, height, round % 3);
    size_t size = frame_kernels_png(rgba, width, height, round % 2, file, capacity);
    if (size == 0) return 3;
    pngs = hash(pngs, file, size);
    checksums ^= frame_kernels_crc64(checksums, file, size);
    paint(rgba, width, height, 1);
    paint(other, width, height, 1);
    frame_kernels_i420(rgba, width, height, i420);
    planes = hash(planes, i420, count * 3 / 2);
    memset(kept, 7, count * 3 / 2);
    memcpy(other, rgba, 2 * count);
    frame_kernels_keep_i420(rgba, other, kept, width, height, i420);
    planes = hash(planes, i420, count * 3 / 2);
    void *both = aligned_alloc(64, frame_kernels_references_size(width, height));
    if (!both || !frame_kernels_references_make(both, rgba, other, width, height, NULL)
        || !frame_kernels_references_compress(both, 0, rgba)
        || !frame_kernels_references_compress(both, 1, other)) return 4;
    uint8_t *mixed = malloc(4 * count);
    if (!mixed) return 2;
    for (size_t row = 0; row < height; row++) {
      memcpy(mixed + 4 * width * row, (draw(2) ? rgba : other) + 4 * width * row, 4 * width);
    }
    size = frame_kernels_png_by_references(both, rgba, other, mixed, NULL, file, capacity);
    references = hash(references + size, file, size);
    free(both);
    frame_kernels_rgba(i420, width, height, rgba);
    back = hash(back, rgba, 4 * count);
    free(rgba), free(other), free(file), free(i420), free(kept), free(mixed);
  }
  printf("png %016llx\nplanes %016llx\nrgba %016llx\nreferences %016llx\nchecksums %016llx\n",
      (unsigned long long)pngs, (unsigned long long)planes, (unsigned long long)back,
      (unsigned long long)references, (unsigned long long)checksums);
  return 0;
}
