// Returns the color of the cloth on a cover's board: lit at the board's edges, and dark at the
// spine, where it dips between the boards.
//
// edge: the distance from the nearest edge, spine: that from the spine, square: how far the board
// extends beyond the pages; all in pixels.
vec3 cloth(vec3 color, float edge, float spine, float square) {
  float rim = clamp(1.0 - edge / (0.2 * square + 0.5), 0.0, 1.0);
  float joint = max(1.0 - 0.4 * spine / square, 0.0);
  return (color + 0.16 * rim * (1.0 - color)) * (1.0 - 0.2 * joint * joint);
}
