// A piece of paper whose vertices have been placed on the CPU: flat parts and ruled strips.
//
// Page space is page pixels, x right, y up; the target's clip space follows by one scale and one shift. LEVEL
// leaves the light out, TAPS gives each pixel a few samples: see paper.frag.

uniform vec4 u_view;   // xy: clip units a page pixel, zw: clip position of the page's origin
uniform vec4 u_sheet;  // xy: texture units a paper pixel, zw: texture position of the paper's origin

#ifdef TAPS
uniform vec3 u_line;     // xy: unit vector against the curl's travel, z: xy . place at the contact line
uniform float u_radius;  // the cylinder's radius, page pixels
uniform vec2 u_stride;   // from a sample to the next where the paper rises by 45 degrees, paper pixels
#endif

attribute vec2 a_place;  // where the vertex is, page pixels
attribute vec2 a_paper;  // which point of the paper it is, page pixels
#ifndef LEVEL
attribute vec4 a_light;  // rgb: what the paper's colour is multiplied by, a: white light added to it
#endif

varying vec2 v_coord;
#ifdef TAPS
varying vec2 v_stride;
#endif
#ifndef LEVEL
varying vec4 v_light;
#endif

void main() {
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef TAPS
  float sine = (dot(u_line.xy, a_place) - u_line.z) / u_radius;
  v_stride = sine * inversesqrt(max(1.0 - sine * sine, 0.01)) * u_stride * u_sheet.xy;
#endif
#ifndef LEVEL
  v_light = a_light;
#endif
}
