// A page that bends along lines parallel to one of its edges, as its CrossSection says. The
// curvature is linear between the 33 points of the profile, and the paper does not stretch.
//
// Draw the mesh with paper.frag and a depth buffer, once for each side with the other culled.

const int PIECES = 32;

uniform mat4 u_matrix;     // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;      // xy: texture units per paper pixel, zw: texture position of the origin
// The profile at the ends of its pieces: x and z, page pixels; angle; curvature per page pixel.
uniform vec4 u_points[33];
// The factors of the color of the front and of the back, and the highlights, likewise.
uniform vec4 u_lights[33];
uniform float u_piece;     // the length of a piece, page pixels
uniform vec4 u_spine;      // xy: a point of the spine, zw: the unit vector away from it
uniform float u_side;      // 1: the front is lit, -1: the back

attribute vec2 a_paper;    // a point of the page, page pixels

varying vec2 v_coord;

#include "../common/surface.glsl"
#ifdef SPHERE
#include "../common/light.glsl"
#endif

void main() {
  float s = dot(a_paper - u_spine.xy, u_spine.zw);
  float index = clamp(floor(s / u_piece), 0.0, float(PIECES - 1));
  float way = s - index * u_piece;
  vec4 first = u_points[int(index)];
  vec4 last = u_points[int(index) + 1];
  // Gauss's quadrature with three points.
  float bend = 0.5 * (last.w - first.w) / u_piece;
  vec3 places = way * vec3(0.11270167, 0.5, 0.88729833);
  vec3 angles = first.z + places * (first.w + bend * places);
  const vec3 weights = vec3(0.27777778, 0.44444444, 0.27777778);
  vec2 seen = first.xy + way * vec2(dot(weights, cos(angles)), dot(weights, sin(angles)));
  vec3 place = vec3(a_paper + (seen.x - s) * u_spine.zw, seen.y);
  gl_Position = u_matrix * vec4(place, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;

  vec4 lights = mix(
    u_lights[int(index)], u_lights[int(index) + 1], clamp(way / u_piece, 0.0, 1.0));
  vec2 shine = u_side > 0.0 ? lights.xz : lights.yw;
  take(vec4(vec3(shine.x), shine.y));
#ifdef SPHERE
  float angle = first.z + way * (first.w + bend * way);
  light(u_side * vec3(-sin(angle) * u_spine.zw, cos(angle)));
#endif
}
