// A piece of paper whose vertices have been placed on the CPU: flat parts and ruled strips.
//
// Page space is page pixels, x right, y up; the target's clip space follows by one scale and one shift. PLAIN
// and STRAIGHT: see paper.frag.

uniform vec4 u_view;   // xy: clip units a page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;  // xy: texture units a paper pixel, zw: texture position of the paper's origin
#ifdef STRAIGHT
uniform vec4 u_along; // xy: texels a texture unit along the curl, 0 across it; zw: one texel, likewise; 0 is the nearest texel
#endif
#ifndef PLAIN
uniform vec3 u_ink;    // how much of the picture's colour is kept
uniform vec3 u_wash;   // colour of the paper, added where the page is
#endif

attribute vec2 a_place;  // where the vertex is, page pixels
attribute vec2 a_paper;  // which point of the paper it is, page pixels
attribute vec4 a_light;  // rgb: what the paper's colour is multiplied by, a: white light added to it

varying vec2 v_coord;
#ifdef STRAIGHT
varying vec4 v_along;
#endif
#ifdef PLAIN
varying vec2 v_light;
#else
varying vec3 v_scale;
varying vec3 v_add;
#endif

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef STRAIGHT
  v_along = u_along;
#endif
#ifdef PLAIN
  v_light = a_light.ra;
#else
  v_scale = u_ink * a_light.rgb;
  v_add = u_wash * a_light.rgb + a_light.a;
#endif
}
