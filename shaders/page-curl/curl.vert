// The curl as a deformation of any flat mesh: for a page in a scene of its own or in perspective.
// It computes what CurlGeometry computes; only time and angle change from frame to frame.
//
// Draw the mesh with paper.frag and a depth buffer, once for each side with the other side culled.

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
uniform vec2 u_size;     // the page, page pixels
uniform float u_time;    // 0 (flat) ... 1 (gone); above 1 it moves on
uniform float u_angle;   // the direction of travel, radians, counterclockwise from +x
uniform float u_reach;   // the fold's reach beyond the contact line, page pixels; 0 is sharp
uniform float u_side;    // 1: the front is lit, -1: the back

attribute vec2 a_paper;  // a point of the page, page pixels

varying vec2 v_coord;
#ifdef NARROW
uniform vec4 u_samples;  // xy: the texture's size, zw: the size of a sample, texels

varying vec2 v_texels;
varying vec2 v_sample;
#endif

#include "../common/fold.glsl"
#include "../common/light.glsl"
#include "../common/surface.glsl"

void main() {
  vec2 lift = -vec2(cos(u_angle), sin(u_angle));
  vec2 ends = lift * u_size;
  float highest = max(ends.x, 0.0) + max(ends.y, 0.0);
  float lowest = min(ends.x, 0.0) + min(ends.y, 0.0);
  float contact = highest - max(u_time, 0.0) * (highest - lowest + u_reach);

  float s = dot(lift, a_paper) - contact;
  float turn = 2.0 * FOLD_HALF * u_reach;
  vec2 place = vec2(s, 0.0);
  vec2 slope = vec2(0.0, 1.0); // the sine and the cosine of the paper's angle
  if (s >= turn && s > 0.0) {
    place = vec2(turn - s, FOLD_TOP * u_reach);
    slope = vec2(0.0, -1.0);
  } else if (s > 0.0) {
    vec4 bent = fold_place(s / u_reach);
    place = bent.xy * u_reach;
    slope = bent.zw;
  }
  gl_Position = u_matrix * vec4(a_paper + (place.x - s) * lift, place.y, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef NARROW
  v_texels = u_samples.xy;
  v_sample = 1.0 / u_samples.zw;
#endif
  take(light(u_side * vec3(-slope.x * lift, slope.y)));
}
