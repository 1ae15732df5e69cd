// The fore-edge of a stack of paper, or the board under it: see body.frag and board.frag.

uniform vec4 u_view;     // xy: clip units per pixel, zw: clip position of the origin

attribute vec2 a_place;  // pixels

varying vec2 v_place;

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_place = a_place;
}
