// The fore-edge of a stack of paper: the edges of its sheets as fine lines, premultiplied.

precision highp float;

uniform vec3 u_paper;    // the color of the edges
uniform float u_scale;   // target pixels per pixel of the distances

// See body.vert. u_out.z is the edge of the topmost page.
varying vec4 v_inside;
varying vec2 v_way;

void main() {
  // The topmost page covers the fourth edge: between two edges that cover a pixel in part, as they
  // do while the book moves, the board would be seen.
  float inside = min(v_way.y, min(v_inside.z, v_inside.w));
  float width = v_inside.x + v_inside.y;
  float cover = clamp(inside * u_scale + 0.5, 0.0, 1.0) * min(width * u_scale, 1.0);
  // The distance from the topmost page, along the fore-edge's slope.
  float depth = max(v_way.x, 0.0);
  // Pixels lie at odd multiples of a half from the page: none lies between two lines.
  float line = floor((depth + 0.25) / 1.5);
  float tone = 0.93 - 0.13 * fract(line * 0.618034) - 0.2 * depth / max(width, 1.0);
  gl_FragColor = vec4(u_paper * tone, 1.0) * cover;
}
