// A shadow whose darkness is known at each vertex, for shadow.frag.

uniform vec4 u_view;     // xy: clip units per page pixel, zw: clip position of the page's origin

attribute vec3 a_shade;  // xy: the place, page pixels, z: the shadow's darkness

varying float v_share;

void main() {
  gl_Position = vec4(a_shade.xy * u_view.xy + u_view.zw, 0.0, 1.0);
  v_share = a_shade.z;
}
