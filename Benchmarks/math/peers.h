// The peers: each function does `count` operations with one library.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

enum Peer { PEER_GLM, PEER_CGLM, PEER_EIGEN };

// Matrices have 16 floats, column-major, aligned to 16 bytes.
void peer_multiply(enum Peer peer, const float *a, const float *b, float *c, long count);
void peer_invert(enum Peer peer, const float *a, float *c, long count);
// Transforms `count` vectors of 4 floats, or of 3 floats as points, by one matrix.
void peer_transform4(enum Peer peer, const float *m, const float *a, float *c, long count);
void peer_transform3(enum Peer peer, const float *m, const float *a, float *c, long count);

#ifdef __cplusplus
}
#endif
