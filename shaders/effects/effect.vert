// A triangle over the whole target, on which an effect's picture is drawn.

attribute vec2 a_corner;   // in clip space

varying vec2 v_place;      // in texture coordinates

void main() {
  v_place = 0.5 + 0.5 * a_corner;
  gl_Position = vec4(a_corner, 0.0, 1.0);
}
