// Lit paper on the cylinder: the exact inverse of the curl for each pixel, filtered along the curl.
//
// Near the silhouette one pixel covers up to sqrt(2R) texels of paper, all in one direction. The
// pixel's two ends are mapped back to the paper, and the texels between them are averaged.
//
// FINE takes narrower samples, twice as many in two rows, which is better where the curl runs askew
// to the texels: see edge.frag. With BORDER the page's edges may cross the pixel. These are macros
// instead of uniforms because a software driver executes both branches of an if.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
// Positions are then good to a pixel on pages of up to 1,000 pixels only.
precision mediump float;
#endif

const int MOST_TAPS = 64;

uniform sampler2D u_page;
// See fold.vert.
varying float v_across;
varying vec2 v_roll;
varying vec2 v_lift;
varying vec2 v_coord;
varying vec2 v_step;
varying vec3 v_scale;
varying vec3 v_add;
#ifdef BORDER
varying vec4 v_inside;
#endif

// acos for -0.05 ... 1, to 2e-6: sqrt(1 - x) times a polynomial fitted to acos(x) / sqrt(1 - x).
// The built-in function may be wrong by 1e-4, which is visible on large pages.
float arc(float x) {
  float p = -0.00468782;
  p = p * x + 0.02030751;
  p = p * x - 0.04590604;
  p = p * x + 0.08828111;
  p = p * x - 0.2145807;
  p = p * x + 1.570798;
  return sqrt(max(1.0 - x, 0.0)) * p;
}

#include "../common/coverage.glsl"

#ifdef BORDER
// Returns the share of a pixel inside the page's edges, for paper at a distance from the silhouette
// whose x and y change by to_x and to_y over the pixel.
float inside(float distance, vec2 to_x, vec2 to_y) {
  vec2 way = distance * v_lift;
  vec2 rest = min(v_inside.xy + way, v_inside.zw - way);
  return above(rest.x, to_x) * above(rest.y, to_y);
}
#endif

#ifdef FINE
varying vec2 v_row;

const float DENSITY = 2.0;

#include "../common/narrow.glsl"
#else
const float DENSITY = 1.0;
#endif

void main() {
  float across = v_across;
  float half_pixel = v_roll.x;
  float radius = abs(v_roll.y);
  float side = sign(v_roll.y);
  float pixel = 2.0 * half_pixel * radius;
  // The distances on the paper from the silhouette to the two ends of the pixel.
  float near = radius * arc(min(across + half_pixel, 1.0));
  float far = radius * arc(clamp(across - half_pixel, -0.05, 1.0));
  float middle = 0.5 * (near + far);
  float reach = max(far - near, 0.001 * pixel);

  float share = 1.0;
  // The silhouette crosses no pixel whose center is further away than this.
  float beyond = (1.0 - across) * radius;
  if (beyond < pixel) share = above(beyond, pixel * v_lift);
#ifdef BORDER
  // The change of paper x and y over a pixel, stretched by the curl along the lift only.
  vec2 axis = vec2(-v_lift.y, v_lift.x);
  float stretch = -side * reach;
  vec2 to_x = stretch * v_lift.x * v_lift + pixel * axis.x * axis;
  vec2 to_y = stretch * v_lift.y * v_lift + pixel * axis.y * axis;
  float paper_share = inside(side * middle, to_x, to_y);
  // The back hides the front. A front pixel that is covered only in part must not shine through
  // the silhouette as a fringe. One that is covered fully is overdrawn by the back anyway; 0.999
  // allows for rounding, less than the 1/255 of a step of 8-bit color.
  float hidden = side < 0.0
    ? inside(middle, to_x, to_y) * step(share * paper_share, 0.999) : 0.0;
  share *= paper_share * (1.0 - hidden);
#endif

  // n samples of width w at intervals d have the variance (w^2 + (n^2 - 1) d^2) / 12, which must be
  // that of the pixel on the paper, reach^2 / 12. So d = sqrt((reach^2 - w^2) / (n^2 - 1)).
  float sample_width = pixel / DENSITY;
  float spread = max(reach * reach - sample_width * sample_width, 0.0);
  // A last sample for less than 0.12 of its width is left out. PageCurlRenderer's lengths use the
  // same number. CurlSharpnessTests holds the result to 42 dB.
  float taps = clamp(ceil(reach / sample_width - 0.12), 1.0, float(MOST_TAPS));
  float stride = taps > 1.5 ? sqrt(spread / (taps * taps - 1.0)) : 0.0;
  vec2 next = stride * v_step;
  vec2 coord = v_coord + (side * middle - 0.5 * (taps - 1.0) * stride) * v_step;
  vec4 sum = vec4(0.0);
  for (int tap = 0; tap < MOST_TAPS; tap++) {
    if (float(tap) >= taps) break;
#ifdef FINE
    sum += 0.5 * (narrow(coord + v_row) + narrow(coord - v_row));
#else
    sum += texture2D(u_page, coord);
#endif
    coord += next;
  }
  vec4 page = sum * (share / taps);
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
