#include "frame_kernels.h"
#include "processors.h"

#include <string.h>

#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"

// Recommendation ITU-R BT.709-6, items 3.2 to 3.4, for 8 bits (16…235 and 16…240), times 2^15. The
// rows add up to 219/255 and to 0, so white and grays are exact.
enum {
  Y_RED = 5983, Y_GREEN = 20127, Y_BLUE = 2032,
  U_RED = -3298, U_GREEN = -11094, U_BLUE = 14392,
  V_RED = 14392, V_GREEN = -13072, V_BLUE = -1320,
};

static inline uint32_t pixel(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap32(value);
#endif
  return value;
}

FOR_EACH_PROCESSOR
static void brightness(const uint8_t *restrict rgba, size_t count, uint8_t *restrict y) {
  for (size_t index = 0; index < count; index++) {
    const uint32_t color = pixel(rgba + 4 * index);
    const int32_t red = color & 0xFF, green = color >> 8 & 0xFF, blue = color >> 16 & 0xFF;
    const int32_t sum = Y_RED * red + Y_GREEN * green + Y_BLUE * blue;
    y[index] = (uint8_t)((sum + (16 << 15) + (1 << 14)) >> 15);
  }
}

FOR_EACH_PROCESSOR
static void color(
    const uint8_t *restrict upper, const uint8_t *restrict lower, size_t count,
    uint8_t *restrict u, uint8_t *restrict v) {
  for (size_t index = 0; index < count; index++) {
    const uint32_t a = pixel(upper + 8 * index), b = pixel(upper + 8 * index + 4);
    const uint32_t c = pixel(lower + 8 * index), d = pixel(lower + 8 * index + 4);
    // Red and blue share a sum, ten bits each.
    const uint32_t both = (a & 0xFF00FF) + (b & 0xFF00FF) + (c & 0xFF00FF) + (d & 0xFF00FF);
    const int32_t red = both & 0xFFFF, blue = both >> 16;
    const int32_t green =
        (a >> 8 & 0xFF) + (b >> 8 & 0xFF) + (c >> 8 & 0xFF) + (d >> 8 & 0xFF);
    const int32_t middle = (128 << 17) + (1 << 16);
    u[index] = (uint8_t)((U_RED * red + U_GREEN * green + U_BLUE * blue + middle) >> 17);
    v[index] = (uint8_t)((V_RED * red + V_GREEN * green + V_BLUE * blue + middle) >> 17);
  }
}

void frame_kernels_i420(const uint8_t *rgba, size_t width, size_t height, uint8_t *planes) {
  uint8_t *u = planes + width * height;
  uint8_t *v = u + width * height / 4;
  for (size_t row = 0; row < height; row += 2) {
    const uint8_t *upper = rgba + row * width * 4;
    brightness(upper, 2 * width, planes + row * width);
    const size_t chroma = row / 2 * (width / 2);
    color(upper, upper + width * 4, width / 2, u + chroma, v + chroma);
  }
}

static inline uint8_t clamped(int32_t value) {
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// The inverse of the matrix above, times 2^14.
enum {
  Y_LIGHT = 19077, V_TO_RED = 29372,
  U_TO_GREEN = -3494, V_TO_GREEN = -8731, U_TO_BLUE = 34610,
};

FOR_EACH_PROCESSOR
static void colored(
    const uint8_t *restrict y, const uint8_t *restrict u, const uint8_t *restrict v, size_t count,
    uint8_t *restrict rgba) {
  for (size_t index = 0; index < count; index++) {
    const int32_t light = Y_LIGHT * (y[index] - 16) + (1 << 13);
    const int32_t blue = u[index / 2] - 128, red = v[index / 2] - 128;
    rgba[4 * index] = clamped((light + V_TO_RED * red) >> 14);
    rgba[4 * index + 1] = clamped((light + U_TO_GREEN * blue + V_TO_GREEN * red) >> 14);
    rgba[4 * index + 2] = clamped((light + U_TO_BLUE * blue) >> 14);
    rgba[4 * index + 3] = 255;
  }
}

void frame_kernels_rgba(const uint8_t *planes, size_t width, size_t height, uint8_t *rgba) {
  const uint8_t *u = planes + width * height;
  const uint8_t *v = u + width * height / 4;
  for (size_t row = 0; row < height; row++) {
    const size_t chroma = row / 2 * (width / 2);
    colored(planes + row * width, u + chroma, v + chroma, width, rgba + 4 * row * width);
  }
}

// Whether two rows of pixels equal those of another image; both have rows of `width` pixels.
static inline int equal(const uint8_t *a, const uint8_t *b, size_t width, size_t count) {
  return memcmp(a, b, 4 * count) == 0 && memcmp(a + 4 * width, b + 4 * width, 4 * count) == 0;
}

void frame_kernels_keep_i420(
    const uint8_t *rgba, const uint8_t *original, const uint8_t *kept, size_t width, size_t height,
    uint8_t *planes) {
  const size_t u = width * height, v = u + u / 4;
  for (size_t row = 0; row < height; row += 2) {
    // Most of a frame is equal or different over long runs.
    for (size_t column = 0, step; column < width; column += step) {
      const size_t place = row * width + column, chroma = row / 2 * (width / 2) + column / 2;
      step = width - column < 32 ? width - column : 32;
      if (!equal(rgba + 4 * place, original + 4 * place, width, step)) {
        step = 2;
        if (!equal(rgba + 4 * place, original + 4 * place, width, step)) continue;
      }
      memcpy(planes + place, kept + place, step);
      memcpy(planes + place + width, kept + place + width, step);
      memcpy(planes + u + chroma, kept + u + chroma, step / 2);
      memcpy(planes + v + chroma, kept + v + chroma, step / 2);
    }
  }
}
