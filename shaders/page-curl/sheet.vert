// A piece of paper whose vertices have been placed on the CPU, for the fragment shaders that work out
// coverage and footprint of each pixel: edge.frag and fold.frag.
//
// (No uniform here shares its name with one of theirs: where the fragment stage has no highp, the two would
// differ in precision and not link.)
//
// The vertices may lie a little beyond the paper's edge, so that pixels which it only touches are visited.

uniform vec4 u_view;     // xy: clip units a page pixel, zw: clip position of the page's origin
uniform vec3 u_line;     // xy: unit vector against the curl's travel, z: xy . place at the contact line

attribute vec2 a_place;  // where the vertex is, page pixels
attribute vec2 a_paper;  // which point of the paper it is, page pixels
attribute vec4 a_light;  // rgb: what the paper's colour is multiplied by, a: white light added to it

varying vec2 v_place;
varying vec2 v_paper;
varying float v_across;  // distance beyond the contact line, page pixels
varying vec4 v_light;

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_place = a_place;
  v_paper = a_paper;
  v_across = dot(u_line.xy, a_place) - u_line.z;
  v_light = a_light;
}
