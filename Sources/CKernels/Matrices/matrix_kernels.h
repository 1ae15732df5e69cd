// The inverse of a 4x4 matrix in whole vectors. Swift's SIMD types calculate lane by lane and leave
// it to the optimizer to find the vectors again, which it does for a product of matrices but not
// here.
#pragma once
#include <stdbool.h>

typedef float float_vector __attribute__((ext_vector_type(4)));
typedef int int_vector __attribute__((ext_vector_type(4)));

#define MATRIX_KERNEL static inline __attribute__((always_inline))
#define PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#define REORDER(a, i, j, k, l) __builtin_shufflevector(a, a, i, j, k, l)

// 2x2 matrices in one vector, row by row: the product, adj(a) b, and a adj(b).
MATRIX_KERNEL float_vector block_product(float_vector a, float_vector b) {
  return a * REORDER(b, 0, 3, 0, 3) + REORDER(a, 1, 0, 3, 2) * REORDER(b, 2, 1, 2, 1);
}
MATRIX_KERNEL float_vector block_adjugate_product(float_vector a, float_vector b) {
  return REORDER(a, 3, 3, 0, 0) * b - REORDER(a, 1, 1, 2, 2) * REORDER(b, 2, 3, 0, 1);
}
MATRIX_KERNEL float_vector block_product_adjugate(float_vector a, float_vector b) {
  return a * REORDER(b, 3, 0, 3, 0) - REORDER(a, 1, 0, 3, 2) * REORDER(b, 2, 1, 2, 1);
}

// Four vectors: the columns of a matrix.
typedef struct {
  float_vector column0, column1, column2, column3;
} matrix_columns;

// Writes the inverse, and returns whether it is to be relied on.
//
// Every product in the determinant and in the cofactors takes one element of each column. P, the
// product of the columns' lengths, bounds their sums but for a factor of 24/16 (Carlen, Lieb, Loss:
// "An inequality of Hadamard type for permanents"), so that rounding is off by a few 2^-24 P:
// beside a determinant D a few 2^-24 P/|D| of a row of the inverse. Where P/|D| is past 2^10, and
// where P leaves the range in which nothing overflows, another way has to be taken; NaN and
// infinity end there too.
MATRIX_KERNEL bool matrix_invert(matrix_columns m, matrix_columns *inverse) {
  // The rows of the transpose are the columns, and the inverse of the transpose is the transpose of
  // the inverse: these are the blocks of the transpose, row by row.
  float_vector a = PICK(m.column0, m.column1, 0, 1, 4, 5);
  float_vector b = PICK(m.column0, m.column1, 2, 3, 6, 7);
  float_vector c = PICK(m.column2, m.column3, 0, 1, 4, 5);
  float_vector d = PICK(m.column2, m.column3, 2, 3, 6, 7);

  float_vector determinants =
      PICK(m.column0, m.column2, 0, 2, 4, 6) * PICK(m.column1, m.column3, 1, 3, 5, 7) -
      PICK(m.column0, m.column2, 1, 3, 5, 7) * PICK(m.column1, m.column3, 0, 2, 4, 6);
  float_vector det_a = REORDER(determinants, 0, 0, 0, 0);
  float_vector det_b = REORDER(determinants, 1, 1, 1, 1);
  float_vector det_c = REORDER(determinants, 2, 2, 2, 2);
  float_vector det_d = REORDER(determinants, 3, 3, 3, 3);

  float_vector dc = block_adjugate_product(d, c);
  float_vector ab = block_adjugate_product(a, b);
  float_vector trace = ab * REORDER(dc, 0, 2, 1, 3);
  trace += REORDER(trace, 2, 3, 0, 1);
  trace += REORDER(trace, 1, 0, 3, 2);
  float_vector determinant = det_a * det_d + det_b * det_c - trace;
  float_vector factor = (float_vector){1, -1, -1, 1} / determinant;

  float_vector x = (det_d * a - block_product(b, dc)) * factor;
  float_vector y = (det_b * c - block_product_adjugate(d, ab)) * factor;
  float_vector z = (det_c * b - block_product_adjugate(a, dc)) * factor;
  float_vector w = (det_a * d - block_product(c, ab)) * factor;
  inverse->column0 = PICK(x, y, 3, 1, 7, 5);
  inverse->column1 = PICK(x, y, 2, 0, 6, 4);
  inverse->column2 = PICK(z, w, 3, 1, 7, 5);
  inverse->column3 = PICK(z, w, 2, 0, 6, 4);

  float_vector left = a * a + b * b;
  float_vector right = c * c + d * d;
  float_vector squares = PICK(left, right, 0, 2, 4, 6) + PICK(left, right, 1, 3, 5, 7);
  squares *= REORDER(squares, 2, 3, 0, 1);
  float bound = squares.x * squares.y;
  // The bits of positive floats are ordered as they are: 2^-110 <= bound < 2^110 in one comparison.
  int bits = ((int_vector)(float_vector){bound}).x;
  bool is_in_range = (unsigned)bits - 0x08800000u < 0x6e000000u;
  return is_in_range && determinant.x * determinant.x > bound * 0x1p-20f;
}

#undef MATRIX_KERNEL
#undef PICK
#undef REORDER
