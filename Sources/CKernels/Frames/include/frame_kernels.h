/// Byte loops over whole frames that Swift's compiler leaves at a third of the speed of C's.
#ifndef FRAME_KERNELS_H
#define FRAME_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Converts opaque RGBA rows without padding to planar 4:2:0 (I420), BT.709, limited range.
///
/// `width` and `height` are even. `planes` takes `width * height * 3 / 2` bytes: brightness, then both
/// colour planes of a quarter of its size. Each colour sample is the mean of its 2 × 2 pixels.
void frame_kernels_i420(const uint8_t *rgba, size_t width, size_t height, uint8_t *planes);

/// How many bytes ``frame_kernels_png`` needs at most for pictures that deflate does not enlarge by more than
/// an eighth.
size_t frame_kernels_png_capacity(size_t width, size_t height);

/// Whether every pixel of `count` has alpha 255.
int frame_kernels_is_opaque(const uint8_t *rgba, size_t count);

/// Writes premultiplied RGBA rows without padding as a PNG: 8-bit RGB if all pixels are opaque and alpha need not be
/// kept, RGBA with straight alpha otherwise; the filters Sub and Up by the smaller sum, a deflate of our own.
///
/// The file is the same on all processors. Returns its length; 0 where `capacity` or the memory is not enough, and for
/// rows of more than two million pixels.
size_t frame_kernels_png(
    const uint8_t *rgba, size_t width, size_t height, bool keep_alpha, uint8_t *file, size_t capacity);

/// Two pictures that others are mostly parts of, compressed.
typedef struct frame_kernels_references frame_kernels_references;

/// A picture of RGBA rows without padding.
typedef struct {
  const uint8_t *rgba;
  size_t width, height;
} frame_kernels_picture;

/// Chooses how two pictures of one size are compressed, so that others which are like the one or the other in parts take
/// less time (``frame_kernels_png_by_references``). Both are to be compressed then
/// (``frame_kernels_references_compress``).
///
/// `other`, if it is not null, is a further picture of which parts are to be expected, for a code that suits these, too; one
/// that is wider than the two counts for nothing. Returns null for rows of more than two million pixels, and where there is not memory enough.
/// To be given back by ``frame_kernels_references_free``.
frame_kernels_references *frame_kernels_references_new(
    const uint8_t *first, const uint8_t *last, size_t width, size_t height, const frame_kernels_picture *other);

/// Compresses the first picture, whose number is 0, or the last, whose number is 1, which may be done on two threads.
///
/// Returns how many bytes that takes, which may be many more than with ``frame_kernels_png``: nothing is found again that
/// stands in another row. 0 where it cannot be done: where a pixel is not opaque, and where there is not memory enough. The
/// references can be given back then, but not used.
size_t frame_kernels_references_compress(frame_kernels_references *references, int number, const uint8_t *rgba);

/// Gives the memory back. Null is nothing to be given back.
void frame_kernels_references_free(frame_kernels_references *references);

/// The pixels of a row, from `start` to before `end`, that may be unlike both references. Those before are as in one of
/// them, those behind as in the same or the other: 0 is the first, 1 the last.
typedef struct {
  uint32_t start, end;
  uint8_t before, behind;
} frame_kernels_span;

/// As ``frame_kernels_png``, for an opaque picture of the references' size, on any thread once both are compressed. `first`
/// and `last` are the pictures that they were made of. `spans`, if it is not null, is one for each row: pixels outside of them need not be there, and
/// some of them are filled in. The file depends on nothing but the pictures, and not on the spans.
///
/// Returns 0 also where a pixel is not opaque.
size_t frame_kernels_png_by_references(
    const frame_kernels_references *references, const uint8_t *first, const uint8_t *last, uint8_t *rgba,
    const frame_kernels_span *spans, uint8_t *file, size_t capacity);

/// The checksum of a PNG's chunk (ISO 3309's CRC-32) over its type and data.
uint32_t frame_kernels_crc32(const uint8_t *bytes, size_t count);

/// A checksum of 64 bits (ECMA-182's CRC, bits reversed, as xz has it) over some bytes and what came before them, of which
/// `checksum` is that; 0 at first.
uint64_t frame_kernels_crc64(uint64_t checksum, const uint8_t *bytes, size_t count);

/// From now on malloc gives blocks of 1 MiB and more back to the system as soon as they are freed, and new threads take
/// the rest from one place, for which they may have to wait for one another.
///
/// Otherwise it keeps the memory of pages and pictures, in pieces and for each thread apart: a book of
/// thirty pages took 269 MiB in place of 211, and a driver that starts on a thread calls the system 2,500 times for more
/// memory. Nothing else changes; the settings are the process's.
void frame_kernels_tune_malloc(void);

#endif
