// A piece of paper whose vertices have been placed on the CPU: flat parts and strips between its
// rulings, from straight above or in space.
//
// In space it needs a depth buffer; draw each side with the other one culled. For ASKEW and NARROW
// see paper.frag. With SHADED the vertices have shadows on them, and with EDGE they are those of
// triangles along edges.

uniform mat4 u_matrix; // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;  // xy: texture units per paper pixel, zw: texture position of the origin
#ifdef ASKEW
uniform vec2 u_texels; // the texture's size
uniform vec2 u_side;   // the width and the height of a pixel's side on level paper; it is 1 long
#endif
#ifdef NARROW
uniform vec2 u_texels; // the texture's size
uniform vec2 u_sample; // the size of a sample, texels
#endif

attribute vec3 a_place;  // the vertex's place, page space
attribute vec2 a_paper;  // its point of the paper, page pixels
attribute vec4 a_light;  // rgb: the factor of the paper's color, a: the highlight
#ifdef SHADED
// The color of the shadow, premultiplied, and the share of the light that it takes.
attribute vec4 a_shade;
#endif
#ifdef EDGE
// The distances from the edges at both ends of the rulings and along them, target pixels.
attribute vec4 a_inside;
varying vec4 v_inside;
#endif

varying vec2 v_coord;
#ifdef ASKEW
varying vec2 v_texels;
varying vec4 v_pixel;
#endif
#ifdef NARROW
varying vec2 v_texels;
varying vec2 v_sample;
#endif

#include "../common/surface.glsl"

void main() {
  gl_Position = u_matrix * vec4(a_place, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef ASKEW
  v_texels = u_texels;
  v_pixel = vec4(u_side, u_side.yx);
#endif
#ifdef NARROW
  v_texels = u_texels;
  v_sample = 1.0 / u_sample;
#endif
#ifdef EDGE
  v_inside = a_inside;
#endif
  take(a_light);
#ifdef SHADED
  v_scale *= 1.0 - a_shade.a;
  v_add = v_add * (1.0 - a_shade.a) + a_shade.rgb;
#endif
}
