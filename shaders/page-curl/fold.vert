// A piece of bent paper whose vertices have been placed on the CPU, for fold.frag.
//
// The vertices may lie slightly beyond the paper's edge, so that pixels which the edge only touches
// are drawn.

uniform vec4 u_view;     // xy: clip units per page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
// xy: unit vector against the curl's travel, z: xy . place at the contact line.
uniform vec3 u_line;
// x: half a target pixel, in reaches; y: the fold's reach beyond the contact line, page pixels, at
// least half a pixel; negative for the front, which lies before the silhouette.
uniform vec2 u_roll;
uniform vec2 u_step;     // texture units per page pixel along the curl
#ifdef BORDER
uniform vec2 u_size;     // the page, paper pixels
#endif
uniform vec2 u_texels;   // the texture's size

attribute vec2 a_place;  // the vertex's place, page pixels
attribute vec4 a_light;  // rgb: the factor of the paper's color, a: the highlight

// Values that are the same for all pixels are varyings, too: see paper.frag. Where possible they
// are unchanged uniforms, which Mesa's linker recognizes and does not interpolate.
varying float v_across;  // distance beyond the contact line, in reaches
varying vec2 v_roll;
varying vec2 v_lift;
varying vec2 v_coord;    // texture position of the paper at the silhouette
varying vec2 v_step;
#ifdef BORDER
// That paper's distance from the left, lower, right and upper edge, paper pixels, positive inside.
varying vec4 v_inside;
#endif
varying vec2 v_texels;
#ifdef FINE
varying vec2 v_sheet;    // texture units per paper pixel
#endif

#include "../common/fold.glsl"
#include "../common/surface.glsl"

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  vec2 lift = u_line.xy;
  float reach = abs(u_roll.y);
  float across = dot(lift, a_place) - u_line.z;
  vec2 silhouette = a_place + (FOLD_HALF * reach - across) * lift;
  v_across = across / reach;
  v_roll = u_roll;
  v_lift = lift;
  v_coord = silhouette * u_sheet.xy + u_sheet.zw;
  v_step = u_step;
#ifdef BORDER
  v_inside = vec4(silhouette, u_size - silhouette);
#endif
  v_texels = u_texels;
#ifdef FINE
  v_sheet = u_sheet.xy;
#endif
  take(a_light);
}
