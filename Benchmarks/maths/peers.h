// The peers' side of the benchmark: each function does `count` operations with one library.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

enum Peer { PEER_GLM, PEER_CGLM, PEER_EIGEN };

// 16 floats a matrix, column after column, aligned to 16 bytes.
void peer_multiply(enum Peer peer, const float *a, const float *b, float *c, long count);
void peer_invert(enum Peer peer, const float *a, float *c, long count);
// One matrix, `count` vectors of 4 floats; of 3 floats, as points.
void peer_transform4(enum Peer peer, const float *m, const float *a, float *c, long count);
void peer_transform3(enum Peer peer, const float *m, const float *a, float *c, long count);

#ifdef __cplusplus
}
#endif
