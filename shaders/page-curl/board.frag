// The board of a cover that lies under a stack of paper, premultiplied.

precision highp float;

uniform vec3 u_cloth;    // the board's color
uniform float u_square;  // how far it extends beyond the pages, pixels
uniform float u_scale;   // target pixels per pixel of the distances

// See body.vert. u_out.z is the spine.
varying vec4 v_inside;
varying vec2 v_way;

#include "../common/board.glsl"

void main() {
  // At the spine the cloth goes on to the other board, and the triangles end.
  float edge = min(min(v_inside.z, v_inside.w), v_way.y);
  float cover = clamp(edge * u_scale + 0.5, 0.0, 1.0);
  gl_FragColor = vec4(cloth(u_cloth, edge, v_way.x, u_square), 1.0) * cover;
}
