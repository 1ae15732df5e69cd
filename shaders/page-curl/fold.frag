// Lit bent paper: the exact inverse of the curl for each pixel, filtered along the curl.
//
// Near the silhouette one pixel covers up to sqrt(2R) texels of paper, all in one direction. The
// pixel's two ends are mapped back to the paper, and the texels between them are averaged.
//
// FINE divides the pixel into quarters and takes narrower samples, which is better where the curl
// runs askew to the texels: see edge.frag. ASKEW is for curls that do not run along the
// texels' rows or columns. With BORDER the page's edges may cross the pixel. These
// are macros instead of uniforms because a software driver executes both branches of an if.

// Without highp, positions are good to a pixel on pages of up to 1,000 pixels only.
precision highp float;
precision highp sampler2D;

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

#include "../common/fold.glsl"

// The length of the paper from the silhouette to x beyond the contact line, up to 1; in reaches.
// Before that line it lies level.
float arc(float across) {
  float x = max(across, 0.0);
  return fold_arc(x) + x - across;
}

#include "../common/coverage.glsl"
#include "../common/through.glsl"

#ifdef BORDER
// Returns the share of a part of a pixel inside the page's edges, for paper that is `way` beside
// that at the silhouette and whose x and y change by to_x and to_y over the part.
float inside(vec2 way, vec2 to_x, vec2 to_y) {
  vec2 rest = min(v_inside.xy + way, v_inside.zw - way);
  return above(rest.x, to_x) * above(rest.y, to_y);
}
#endif

#ifdef FINE
varying vec2 v_sheet;    // texture units per paper pixel
#endif

#include "../common/narrow.glsl"

// What a part of a pixel shows: the color, premultiplied, and the share that the back covers.
struct Part {
  vec4 page;
  float back;
};

// Returns what a square part of a pixel shows.
//
// offset is its place in the pixel and size its side, both in page pixels. For the front, hidden is
// 1 where the back hides it in part and 0 elsewhere.
Part part(vec2 offset, float size, float side, float hidden) {
  float fold = abs(v_roll.y);
  float across = v_across + dot(offset, v_lift) / fold;
  float half_size = 0.5 * size / fold;
  // The two ends, in reaches from the contact line, and their distances on the paper from the
  // silhouette.
  vec2 ends = min(vec2(across + half_size, across - half_size), 1.0);
  float near = fold * arc(ends.x);
  float far = fold * arc(ends.y);
  float reach = max(far - near, 0.001 * size);
  // A last sample for less than 0.12 of its width is left out. PageCurlRenderer's lengths use the
  // same number.
  float taps = clamp(ceil(reach / size - 0.12), 1.0, float(MOST_TAPS));
#ifdef BORDER
  // Samples that the back hides are left out.
  taps = max(taps, 4.0 * hidden);
#endif
  float length = reach / taps;
  // The change of paper x and y over the part of the pixel that a sample stands for. Samples are
  // as wide as texels; FINE takes narrower ones where the parts are smaller than texels.
  vec2 axis = vec2(-v_lift.y, v_lift.x);
  vec2 to_x = size * axis.x * axis - side * length * v_lift.x * v_lift;
  vec2 to_y = size * axis.y * axis - side * length * v_lift.y * v_lift;
#ifdef FINE
  vec2 unit = min(abs(v_sheet) * v_texels, 1.0 / size);
#else
  float unit = 1.0 / size;
#endif
#ifdef ASKEW
  Grain piece = grain(unit * abs(vec2(to_x.x, to_y.x)), unit * abs(vec2(to_x.y, to_y.y)));
#else
  vec2 sides = unit * (abs(v_lift) * length + abs(v_lift.yx) * size);
  vec2 steepness = 1.0 / max(sides, 1e-3);
  vec2 texel = 1.0 / v_texels;
#endif
  // Samples weigh as much as their paper fills of the pixel, which is proportional to the sine of
  // its slope. The mean of the paper that a sample stands for therefore lies beyond its middle.
  vec2 bent = fold_sines(max(ends, 0.0));
  vec2 sines = sqrt(1.0 - bent * bent);
  // With highp, a sine other than 0 is at least 2e-4; with half precision, 0.02.
  float slant = (sines.y - sines.x) / max(sines.x + sines.y, 1e-4);
  float place = 0.5 * (near + far) + length * slant / (6.0 * taps) - 0.5 * (reach - length);
  float weight = 1.0 - slant * (1.0 - 1.0 / taps);
  float change = 2.0 * slant / taps;
  vec2 beside = dot(offset, axis) * axis;
  vec2 start = v_coord;
#ifdef FINE
  start += beside * v_sheet;
#endif
  start *= v_texels;
  vec2 along = side * v_step * v_texels;
  Part result = Part(vec4(0.0), 0.0);
  for (int tap = 0; tap < MOST_TAPS; tap++) {
    if (float(tap) >= taps) break;
    float share = weight;
#ifdef BORDER
    float back = hidden * inside(beside - side * place * v_lift, to_x, to_y);
    share *= inside(beside + side * place * v_lift, to_x, to_y) * (1.0 - back);
    result.back += weight * back;
#endif
#ifdef ASKEW
    result.page += share * mean(start + place * along, piece);
#else
    result.page += share * narrow(start + place * along, steepness, texel);
#endif
    place += length;
    weight += change;
  }
  // The silhouette crosses no square whose center is further away than its side.
  float beyond = (1.0 - across) * fold;
  float cover = (beyond < size ? above(beyond, size * v_lift) : 1.0) / taps;
#ifdef THROUGH
  result.page.rgb *= through(v_coord + side * 0.5 * (near + far) * v_step);
#endif
  result.page *= cover;
  result.back *= cover;
  return result;
}

void main() {
  float unit = abs(v_roll.y);
  float side = sign(v_roll.y);
  float pixel = 2.0 * v_roll.x * unit;
  float hidden = 0.0;
#ifdef BORDER
  // The back hides the front, which must not shine through the silhouette as a fringe where either
  // covers a pixel only in part. One that both cover fully is overdrawn by the back anyway; 0.999
  // allows for rounding, less than the 1/255 of a step of 8-bit color.
  if (side < 0.0) {
    vec2 axis = vec2(-v_lift.y, v_lift.x);
    float near = unit * arc(min(v_across + v_roll.x, 1.0));
    float far = unit * arc(min(v_across - v_roll.x, 1.0));
    vec2 along_x = pixel * axis.x * axis;
    vec2 along_y = pixel * axis.y * axis;
    vec2 across_x = (far - near) * v_lift.x * v_lift;
    vec2 across_y = (far - near) * v_lift.y * v_lift;
    vec2 way = 0.5 * (near + far) * v_lift;
    float front = inside(-way, along_x + across_x, along_y + across_y);
    float back = inside(way, along_x - across_x, along_y - across_y);
    float fold = above((1.0 - v_across) * unit, pixel * v_lift);
    hidden = step(0.001, back) * step(fold * min(front, back), 0.999);
  }
#endif
#ifdef FINE
  vec4 page = vec4(0.0);
  float back = 0.0;
  for (int index = 0; index < 4; index++) {
    vec2 corner = vec2(mod(float(index), 2.0), floor(float(index) / 2.0)) - 0.5;
    Part one = part(0.5 * pixel * corner, 0.5 * pixel, side, hidden);
    page += 0.25 * one.page;
    back += 0.25 * one.back;
  }
#else
  Part whole = part(vec2(0.0), pixel, side, hidden);
  vec4 page = whole.page;
  float back = whole.back;
#endif
#ifdef BORDER
  // The back is blended over what is left of the pixel.
  page /= max(1.0 - back, 1e-4);
#endif
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
