// A piece of level paper whose vertices have been placed on the CPU, for edge.frag.
//
// The vertices may lie slightly beyond the paper's edge, so that pixels which the edge only touches
// are drawn.

uniform vec4 u_view;     // xy: clip units per page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
// xy: unit vector against the curl's travel, z: xy . place at the contact line.
uniform vec3 u_line;
uniform vec2 u_size;     // the page, paper pixels
// The change of paper x (xy) and of paper y (zw) over a target pixel to the right and upwards.
uniform vec4 u_change;
// x: where a sharp fold ends the paper, beyond the contact line; yz: its change.
uniform vec3 u_end;
#ifdef ASKEW
uniform vec2 u_texels;   // the texture's size
uniform vec2 u_side;     // the width and the height of a pixel's side on the paper; it is 1 long
#endif

attribute vec2 a_place;  // the vertex's place, page pixels
attribute vec2 a_paper;  // its point of the paper, page pixels
attribute vec4 a_light;  // rgb: the factor of the paper's color, a: the highlight

// Values that are the same for all pixels are varyings, too: see paper.frag.
varying vec2 v_coord;
// The point's distance from the left, lower, right and upper edge, paper pixels, positive inside.
varying vec4 v_inside;
varying vec4 v_change;
varying vec3 v_end;      // x: the distance to where a sharp fold ends the paper; yz: its change
#ifdef ASKEW
varying vec2 v_texels;
varying vec2 v_side;
#ifdef FINE
varying vec4 v_askew;    // a quarter of a pixel to the right (xy) and upwards (zw), texels
#endif
#endif

#include "../common/surface.glsl"

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
  v_inside = vec4(a_paper, u_size - a_paper);
  v_change = u_change;
  v_end = vec3(u_end.x - (dot(u_line.xy, a_place) - u_line.z), u_end.yz);
#ifdef ASKEW
  v_texels = u_texels;
  v_side = u_side;
#ifdef FINE
  v_askew = 0.25 * u_change.xzyw * (u_sheet.xy * u_texels).xyxy;
#endif
#endif
  take(a_light);
}
