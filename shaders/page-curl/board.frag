// The board of a cover that lies under a stack of paper.

precision highp float;

uniform vec4 u_box;      // the lower left and the upper right corner of the board, pixels
uniform vec3 u_out;      // xy: the unit vector away from the spine, z: that coordinate of the spine
uniform vec3 u_cloth;    // the board's color
uniform float u_square;  // how far it extends beyond the pages, pixels

varying vec2 v_place;

#include "../common/board.glsl"

void main() {
  vec2 inside = min(v_place - u_box.xy, u_box.zw - v_place);
  float spine = dot(v_place, u_out.xy) - u_out.z;
  // At the spine the cloth goes on to the other board.
  float end = dot(inside, abs(u_out.yx));
  float edge = abs(dot(u_box.zw - u_box.xy, u_out.xy)) - spine;
  gl_FragColor = vec4(cloth(u_cloth, min(end, edge), spine, u_square), 1.0);
}
