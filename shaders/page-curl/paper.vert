// A piece of paper whose vertices have been placed on the CPU: flat parts and ruled strips.
//
// Page space is page pixels, x right, y up. The target's clip space follows by one scale and one
// shift.

uniform vec4 u_view;   // xy: clip units per page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;  // xy: texture units per paper pixel, zw: texture position of the origin
#ifdef ASKEW
uniform vec2 u_texels; // the texture's size
uniform vec2 u_side;   // the width and the height of a pixel's side on level paper; it is 1 long
#endif

attribute vec2 a_place;  // the vertex's place, page pixels
attribute vec2 a_paper;  // its point of the paper, page pixels
attribute vec4 a_light;  // rgb: the factor of the paper's color, a: the highlight

varying vec2 v_coord;
#ifdef ASKEW
varying vec2 v_texels;
varying vec4 v_pixel;
#endif

#include "../common/surface.glsl"

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef ASKEW
  v_texels = u_texels;
  v_pixel = vec4(u_side, u_side.yx);
#endif
  take(a_light);
}
