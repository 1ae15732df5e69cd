// The draws of the benchmark as one writes them by hand, on OpenGL ES 2.0 alone.
#pragma once

// Makes the program, the buffer and the texture in the current context. Returns 0, or -1 where the driver
// refuses.
int peer_prepare(void);
// Draws the quad `count` times, moving it for each draw where `moves` is not 0.
void peer_draw(int count, int moves);
