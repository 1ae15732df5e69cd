// The fore-edge of a stack of paper, or the board under it: see body.frag and board.frag.

uniform vec4 u_view;     // xy: clip units per pixel, zw: clip position of the origin
uniform vec4 u_box;      // the lower left and the upper right corner of what is drawn, pixels
uniform vec3 u_out;      // xy: the unit vector away from the spine, z: a coordinate along it

attribute vec2 a_place;  // pixels

// Distances in pixels, which may have a coarser precision in the fragment stage than places.
varying vec4 v_inside;   // from the two edges along u_out and the two across it, positive inside
varying vec2 v_way;      // from u_out.z along u_out, and from there to as far as the box is wide

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  vec2 low = a_place - u_box.xy;
  vec2 high = u_box.zw - a_place;
  vec2 along = abs(u_out.xy);
  v_inside = vec4(dot(low, along), dot(high, along), dot(low, along.yx), dot(high, along.yx));
  float way = dot(a_place, u_out.xy) - u_out.z;
  v_way = vec2(way, v_inside.x + v_inside.y - way);
}
