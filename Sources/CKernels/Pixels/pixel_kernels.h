// Scales pictures. Swift's types need an optimizer for such loops: in a debug build they call a
// function for each lane of a vector, and tests spent most of their time there. Results are the
// same on every processor: products and sums are rounded one by one.
#pragma once
#include <stddef.h>

typedef float pixel_sum __attribute__((ext_vector_type(4), aligned(4)));
typedef unsigned char pixel_bytes __attribute__((ext_vector_type(4), aligned(1)));

// A pixel of the result: the first pixel that it sums, and the end of its weights, which begin
// where those of the pixel before end.
typedef struct {
  ptrdiff_t first, end;
} pixel_column;

// Adds a weighted row of bytes to sums.
static inline void pixel_add_row(
    const unsigned char *restrict row, float weight, float *restrict sums, ptrdiff_t count) {
#pragma STDC FP_CONTRACT OFF
  for (ptrdiff_t x = 0; x < count; ++x) sums[x] += weight * row[x];
}

// Writes the weighted sums of a row's pixels: rounded, and limited to 0 ... alpha, which is limited
// to 255.
static inline void pixel_scale_row(
    const float *row, const float *weights, const pixel_column *columns, ptrdiff_t count,
    unsigned char *target) {
#pragma STDC FP_CONTRACT OFF
  ptrdiff_t index = 0;
  for (ptrdiff_t x = 0; x < count; ++x) {
    const pixel_sum *pixel = (const pixel_sum *)row + columns[x].first;
    pixel_sum sum = 0;
    for (; index < columns[x].end; ++index) sum += weights[index] * *pixel++;
    sum = __builtin_elementwise_max(sum + 0.5f, (pixel_sum)0);
    sum = __builtin_elementwise_min(sum, (pixel_sum)255);
    sum = __builtin_elementwise_min(sum, sum.wwww);
    ((pixel_bytes *)target)[x] = __builtin_convertvector(sum, pixel_bytes);
  }
}
