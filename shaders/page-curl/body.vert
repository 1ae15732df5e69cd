// The whole target, for what lies under an open book: see body.frag.

uniform vec2 u_frame;    // the target's size in pixels

attribute vec2 a_corner; // 0 or 1 each

varying vec2 v_place;    // pixels from the target's lower left corner

void main() {
  gl_Position = vec4(2.0 * a_corner - 1.0, 0.0, 1.0);
  v_place = a_corner * u_frame;
}
