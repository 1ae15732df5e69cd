// A leaf rolled on a cone whose apex lies on the line of its spine, as pages of a book turn. It
// computes what ConeGeometry computes, in coordinates whose origin is the spine's end next to the
// apex: x away from the spine, y along it.
//
// Draw the mesh with paper.frag and a depth buffer, once for each side with the other side culled.
// With SHADED the vertices have shadows on them.

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
uniform vec3 u_cone;     // half-angle, radians, above 0; the apex's y, page pixels; swing, radians
uniform vec2 u_end;      // the spine's end next to the apex, page pixels: (0, 0) for a left spine
uniform vec4 u_axes;     // unit vectors, xy: away from the spine, zw: along it
uniform float u_side;    // 1: the front is lit, -1: the back

attribute vec2 a_paper;  // a point of the page, page pixels
#ifdef SHADED
// The color of the shadow, premultiplied, and the share of the light that it takes.
attribute vec4 a_shade;
#endif

varying vec2 v_coord;
#ifdef NARROW
uniform vec4 u_samples;  // xy: the texture's size, zw: the size of a sample, texels

varying vec2 v_texels;
varying vec2 v_sample;
#endif

#include "../common/light.glsl"
#include "../common/surface.glsl"

// Rotates a vector about the spine.
vec3 swung(vec3 v) {
  float c = cos(u_cone.z);
  float s = sin(u_cone.z);
  return vec3(v.x * c - v.z * s, v.y, v.x * s + v.z * c);
}

// Converts a vector to page space.
vec3 turned(vec3 v) {
  return vec3(v.x * u_axes.xy + v.y * u_axes.zw, v.z);
}

void main() {
  float s = sin(u_cone.x);
  float c = cos(u_cone.x);
  vec2 way = a_paper - u_end;
  vec2 arm = vec2(dot(way, u_axes.xy), dot(way, u_axes.zw) - u_cone.y);
  float wound = atan(arm.x, arm.y) / s;
  float versine = 2.0 * sin(0.5 * wound) * sin(0.5 * wound);
  vec3 place = length(arm) * vec3(s * sin(wound), 1.0 - s * s * versine, s * c * versine);
  vec3 seen = swung(place + vec3(0.0, u_cone.y, 0.0));
  gl_Position = u_matrix * vec4(turned(seen) + vec3(u_end, 0.0), 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
#ifdef NARROW
  v_texels = u_samples.xy;
  v_sample = 1.0 / u_samples.zw;
#endif
  vec3 normal = vec3(-c * sin(wound), s * c * versine, s * s + c * c * cos(wound));
  vec4 lit = light(u_side * turned(swung(normal)));
  // As on pages that bend like paper: colors are stored for a gamma of 2.2. A cone has no roll that
  // would look flat in this light.
  take(vec4(pow(lit.rgb, vec3(1.0 / 2.2)), lit.a));
#ifdef SHADED
  v_scale *= 1.0 - a_shade.a;
  v_add = v_add * (1.0 - a_shade.a) + a_shade.rgb;
#endif
}
