// Lit paper on the cylinder: the exact inverse of the curl for each pixel, filtered along the curl.
//
// Near the silhouette one pixel covers up to sqrt(2R) texels of paper, all in one direction. The pixel's
// two ends are taken back to the paper, and the texels between them averaged. With FINE the samples are
// narrower, twice as many and in two rows, which is better where the curl runs askew to the texels: see
// edge.frag. With BORDER the page's edges may cross the pixel. With TAPS, 2 or 4, so many samples are enough, and
// the silhouette is further away; PLAIN and STRAIGHT, with those: see paper.frag.
//
// These are not uniforms, since a software driver goes through both branches of an if.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
// Positions are then good to a pixel only on pages of up to a thousand pixels.
precision mediump float;
#endif

const int MOST_TAPS = 64;

uniform sampler2D u_page;
// What these are: see fold.vert.
varying float v_across;
varying vec2 v_roll;
varying vec2 v_lift;
varying vec2 v_coord;
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
varying vec4 v_inside;
#endif

// acos for -0.05 ... 1, to 2e-6: sqrt(1 - x) times a polynomial fitted to acos(x) / sqrt(1 - x). The
// built-in function may be off by as much as 1e-4, which is seen on large pages.
float arc(float x) {
  float p = -0.00468782;
  p = p * x + 0.02030751;
  p = p * x - 0.04590604;
  p = p * x + 0.08828111;
  p = p * x - 0.2145807;
  p = p * x + 1.570798;
  return sqrt(max(1.0 - x, 0.0)) * p;
}

// The share of a pixel in which a linear function is above 0: its value at the centre and its change
// over the pixel to the right and upwards. Exact for any direction.
float above(float value, vec2 change) {
  float larger = max(abs(change.x), abs(change.y));
  float smaller = min(abs(change.x), abs(change.y));
  float away = abs(value);
  float corner = max(0.5 * (larger + smaller) - away, 0.0);
  float cut = away < 0.5 * (larger - smaller)
    ? 0.5 - away / larger : corner * corner / max(2.0 * larger * smaller, 1e-6);
  return value > 0.0 ? 1.0 - cut : cut;
}

#ifdef BORDER
// The share of a pixel inside the page's edges, for paper at a distance from the silhouette and the change of its
// x and y over the pixel.
float inside(float distance, vec2 to_x, vec2 to_y) {
  vec2 way = distance * v_lift;
  vec2 rest = min(v_inside.xy + way, v_inside.zw - way);
  return above(rest.x, to_x) * above(rest.y, to_y);
}
#endif

#ifdef STRAIGHT
vec4 picture(vec2 coord) {
  float part = fract(dot(coord, v_along.xy) - 0.5);
  vec2 first = coord - part * v_along.zw;
  return mix(texture2D(u_page, first), texture2D(u_page, first + v_along.zw), part);
}
#else
vec4 picture(vec2 coord) {
  return texture2D(u_page, coord);
}
#endif

#ifdef FINE
varying vec2 v_texels;
varying vec2 v_row;

const float DENSITY = 2.0;

// A sample over a square of half a texel: the bilinear weights made twice as steep.
vec4 narrow(vec2 coord) {
  vec2 at = coord * v_texels;
  vec2 center = floor(at - 0.5) + 0.5;
  vec2 weight = clamp((at - center) * 2.0 - 0.5, 0.0, 1.0);
  return texture2D(u_page, (center + weight) / v_texels);
}
#else
const float DENSITY = 1.0;
#endif

void main() {
  float across = v_across;
  float half_pixel = v_roll.x;
  float radius = abs(v_roll.y);
  float side = sign(v_roll.y);
  float pixel = 2.0 * half_pixel * radius;
  // Distances on the paper from the silhouette to the two ends of the pixel.
  float near = radius * arc(min(across + half_pixel, 1.0));
  float far = radius * arc(clamp(across - half_pixel, -0.05, 1.0));
  float middle = 0.5 * (near + far);
  float reach = max(far - near, 0.001 * pixel);

  float share = 1.0;
#ifndef TAPS
  // A silhouette further than this from the pixel's centre does not cross it.
  float beyond = (1.0 - across) * radius;
  if (beyond < pixel) share = above(beyond, pixel * v_lift);
#endif
#ifdef BORDER
  // The change of paper x and y over a pixel: along the lift stretched by the curl, across it not.
  vec2 axis = vec2(-v_lift.y, v_lift.x);
  float stretch = -side * reach;
  vec2 to_x = stretch * v_lift.x * v_lift + pixel * axis.x * axis;
  vec2 to_y = stretch * v_lift.y * v_lift + pixel * axis.y * axis;
  float paper_share = inside(side * middle, to_x, to_y);
  // Under the back the front is not seen, nor may its own share of the silhouette shine through as a fringe.
  float hidden = side < 0.0
    ? inside(middle, to_x, to_y) * step(share * paper_share, 0.999) : 0.0;
  share *= paper_share * (1.0 - hidden);
#endif

  // A sample has a width of its own; n of them are set so far apart that together they reach far enough.
  float sample_width = pixel / DENSITY;
  float spread = max(reach * reach - sample_width * sample_width, 0.0);
#ifdef TAPS
  const float taps = float(TAPS);
  vec2 next = sqrt(spread / (taps * taps - 1.0)) * v_step;
  vec2 coord = v_coord + (side * middle) * v_step;
  vec4 sum = picture(coord + 0.5 * next) + picture(coord - 0.5 * next);
#if TAPS == 4
  sum += picture(coord + 1.5 * next) + picture(coord - 1.5 * next);
#endif
#else
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
    sum += picture(coord);
#endif
    coord += next;
  }
#endif
#ifdef PLAIN
  gl_FragColor = vec4(sum.rgb * (v_light.x / taps) + v_light.y, 1.0);
#else
  vec4 page = sum * (share / taps);
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
#endif
}
