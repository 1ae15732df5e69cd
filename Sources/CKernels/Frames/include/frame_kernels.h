/// Loops over the bytes of whole frames. Swift's compiler vectorizes them poorly: C is about three
/// times as fast.
#ifndef FRAME_KERNELS_H
#define FRAME_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Converts opaque RGBA rows without padding to planar 4:2:0 (I420), BT.709, limited range.
///
/// `width` and `height` are even. `planes` holds `width * height * 3 / 2` bytes: the luma plane,
/// then both chroma planes. Each chroma sample is the mean of its 2 × 2 pixels.
void frame_kernels_i420(const uint8_t *rgba, size_t width, size_t height, uint8_t *planes);

/// Converts planar 4:2:0 (I420), BT.709, limited range, to opaque RGBA rows without padding. The
/// inverse of ``frame_kernels_i420``: four pixels have the color of their chroma sample.
void frame_kernels_rgba(const uint8_t *planes, size_t width, size_t height, uint8_t *rgba);

/// Copies from `kept` to `planes`, both planar 4:2:0, each 2 × 2 pixels that are equal in the
/// pictures `rgba` and `original`: what has not changed keeps its bytes.
void frame_kernels_keep_i420(
    const uint8_t *rgba, const uint8_t *original, const uint8_t *kept, size_t width, size_t height,
    uint8_t *planes);

/// Returns the capacity that ``frame_kernels_png`` needs for pictures that deflate enlarges by at
/// most an eighth.
size_t frame_kernels_png_capacity(size_t width, size_t height);

/// Returns whether each of `count` pixels has alpha 255.
int frame_kernels_is_opaque(const uint8_t *rgba, size_t count);

/// Encodes premultiplied RGBA rows without padding as PNG.
///
/// The result is 8-bit RGB if all pixels are opaque and `keep_alpha` is false, and otherwise RGBA
/// with straight alpha. Rows have the filter Sub or Up, whichever gives the smaller sum of
/// differences. The file is the same on all processors.
///
/// Returns the length of the file; 0 if `capacity` is too small, memory is exhausted, or a row has
/// more than two million pixels.
size_t frame_kernels_png(
    const uint8_t *rgba, size_t width, size_t height, bool keep_alpha, uint8_t *file,
    size_t capacity);

/// Completes a PNG chunk whose data is at `chunk + 8`: writes its length, type and checksum.
/// Returns the end of the chunk, `length + 12` bytes after `chunk`.
uint8_t *frame_kernels_png_chunk(uint8_t *chunk, const char *type, size_t length);

/// Returns the number of bytes of two compressed pictures, the references, of which other pictures
/// mostly consist; 0 for rows of more than two million pixels.
size_t frame_kernels_references_size(size_t width, size_t height);

/// A picture of RGBA rows without padding.
typedef struct {
  const uint8_t *rgba;
  size_t width, height;
} frame_kernels_picture;

/// Makes references in memory of ``frame_kernels_references_size`` bytes, aligned to 64 bytes,
/// which processes may share if all see it at the same address. It needs no clean-up.
///
/// Chooses a Huffman code for two pictures of one size. Compress both with
/// ``frame_kernels_references_compress`` before using them in ``frame_kernels_png_by_references``.
///
/// `other`, which may be NULL, is another picture that frames will show parts of, which the code
/// should suit; it is ignored if it is wider than the two.
///
/// Returns false for rows of more than two million pixels, and if memory is exhausted.
bool frame_kernels_references_make(
    void *memory, const uint8_t *first, const uint8_t *last, size_t width, size_t height,
    const frame_kernels_picture *other);

/// Compresses the first picture (`number` 0) or the last (1). Both may be done at the same time.
///
/// Returns the number of bytes, which may be much larger than with ``frame_kernels_png`` because
/// rows don't repeat bytes of other rows; 0 if a pixel is not opaque or memory is exhausted. The
/// references can't be used then.
size_t frame_kernels_references_compress(void *references, int number, const uint8_t *rgba);

/// The pixels of a row, from `start` to before `end`, that may differ from both references. The
/// pixels before and behind equal those of a reference: 0 is the first, 1 the last.
typedef struct {
  uint32_t start, end;
  uint8_t before, behind;
} frame_kernels_span;

/// Encodes an opaque picture as PNG, like ``frame_kernels_png``, on any thread.
///
/// `first` and `last` are the pictures of the references, whose size the picture has. `spans`,
/// which may be NULL, has one element per row: pixels outside of it need not be set, and some of
/// them are filled in. The file only depends on the pictures, not on the spans.
///
/// Also returns 0 if a pixel is not opaque.
size_t frame_kernels_png_by_references(
    const void *references, const uint8_t *first, const uint8_t *last,
    uint8_t *rgba, const frame_kernels_span *spans, uint8_t *file, size_t capacity);

/// Continues a CRC-64 (ECMA-182, reflected, as in xz) with some bytes. Start with 0.
uint64_t frame_kernels_crc64(uint64_t checksum, const uint8_t *bytes, size_t count);

/// Makes malloc return blocks of 1 MiB and more to the system as soon as they are freed, and makes
/// threads share one arena for smaller blocks.
///
/// These are settings of the whole process, for a program's `main`. Without them malloc keeps the
/// memory of pages and frames: a video of a PDF of 30 pages takes 244 MiB instead of 196.
void frame_kernels_tune_malloc(void);

#endif
