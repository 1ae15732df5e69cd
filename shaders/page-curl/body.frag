// The fore-edge of a stack of paper: the edges of its sheets as fine lines, premultiplied.

precision highp float;

uniform vec4 u_box;      // the lower left and the upper right corner of the fore-edge, pixels
uniform vec3 u_out;      // xy: the unit vector away from the spine, z: that coordinate of the page
uniform vec3 u_paper;    // the color of the edges

varying vec2 v_place;

void main() {
  vec2 inside = min(v_place - u_box.xy, u_box.zw - v_place);
  float width = abs(dot(u_box.zw - u_box.xy, u_out.xy));
  float cover = clamp(min(inside.x, inside.y) + 0.5, 0.0, 1.0) * min(width, 1.0);
  // The distance from the topmost page, along the fore-edge's slope.
  float depth = max(dot(v_place, u_out.xy) - u_out.z, 0.0);
  // Pixels lie at odd multiples of a half from the page: none lies between two lines.
  float line = floor((depth + 0.25) / 1.5);
  float tone = 0.93 - 0.13 * fract(line * 0.618034) - 0.2 * depth / max(width, 1.0);
  gl_FragColor = vec4(u_paper * tone, 1.0) * cover;
}
