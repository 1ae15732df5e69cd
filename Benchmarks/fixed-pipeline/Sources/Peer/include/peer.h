// The draws of the benchmark, written by hand for OpenGL ES 2.0.
#pragma once

// Creates the program, the buffer and the texture in the current context. Returns 0, or -1 if the
// driver reports an error.
int peer_prepare(void);
// Draws the quad `count` times and moves it before each draw if `moves` is not 0.
void peer_draw(int count, int moves);
