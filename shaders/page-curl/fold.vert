// A piece of paper on the cylinder whose vertices have been placed on the CPU, for fold.frag.
//
// The vertices may lie a little beyond the paper's edge, so that pixels which it only touches are visited.

uniform vec4 u_view;     // xy: clip units a page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;    // xy: texture units a paper pixel, zw: texture position of the paper's origin
uniform vec3 u_line;     // xy: unit vector against the curl's travel, z: xy . place at the contact line
uniform float u_radius;  // the cylinder's radius, page pixels; at least half a pixel
uniform vec2 u_roll;     // x: half a target pixel, in radii; y: the radius, for the front, before the silhouette, negated
uniform vec2 u_step;     // from a page pixel to the next along the curl, texture units
#ifndef PLAIN
uniform vec3 u_ink;      // how much of the picture's colour is kept
uniform vec3 u_wash;     // colour of the paper, added where the page is
#endif
#ifdef STRAIGHT
uniform vec4 u_along;   // see paper.vert
#endif
#ifdef BORDER
uniform vec2 u_size;     // the page, paper pixels
#endif
#ifdef FINE
uniform vec2 u_texels;   // the texture's size
#endif

attribute vec2 a_place;  // where the vertex is, page pixels
attribute vec4 a_light;  // rgb: what the paper's colour is multiplied by, a: white light added to it

// What is the same for all pixels is handed on all the same: see paper.frag.
//
// Such constants are uniforms that are handed on untouched where they can be: Mesa's linker sees that, and does not
// have them interpolated. That also makes programs alike whose varyings are otherwise as many, and for each kind Mesa's
// software driver compiles a piece of code that it does not keep: BORDER has as many as edge.frag.
varying float v_across;  // distance beyond the contact line, in radii
varying vec2 v_roll;
varying vec2 v_lift;
varying vec2 v_coord;    // texture position of the paper at the silhouette
varying vec2 v_step;
#ifdef PLAIN
varying vec2 v_light;
#else
varying vec3 v_scale;
varying vec3 v_add;
#endif
#ifdef STRAIGHT
varying vec4 v_along;
#endif
#ifdef BORDER
varying vec4 v_inside;   // how far that paper is inside the left, lower, right and upper edge, paper pixels
#endif
#ifdef FINE
varying vec2 v_texels;
varying vec2 v_row;      // a quarter of a pixel along the cylinder, texture units
#endif

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  vec2 lift = u_line.xy;
  float across = dot(lift, a_place) - u_line.z;
  vec2 silhouette = a_place + (1.57079633 * u_radius - across) * lift;
  v_across = across / u_radius;
  v_roll = u_roll;
  v_lift = lift;
  v_coord = silhouette * u_sheet.xy + u_sheet.zw;
  v_step = u_step;
#ifdef STRAIGHT
  v_along = u_along;
#endif
#ifdef PLAIN
  v_light = a_light.ra;
#else
  v_scale = u_ink * a_light.rgb;
  v_add = u_wash * a_light.rgb + a_light.a;
#endif
#ifdef BORDER
  v_inside = vec4(silhouette, u_size - silhouette);
#endif
#ifdef FINE
  v_texels = u_texels;
  v_row = 0.5 * u_roll.x * u_radius * vec2(-lift.y, lift.x) * u_sheet.xy;
#endif
}
