// The shadow that a curled sheet casts on the plane of the page or, with RAISED, on its own rising
// part, the fold's lower half: the share of an area light that it hides from each vertex.
//
// The slopes of the light's directions (page pixels sideways per page pixel up) have a normal
// distribution about a middle one. Seen along the cylinder, the hidden slopes are one interval,
// which is known exactly. The share that passes the sheet's sides is averaged over SLOPES of them,
// each of which stands for as much light.

const int SLOPES = 12;
const float STEEP = 0.6; // as CurlShadowMesh.steep
const float BESIDE = 0.25; // the distance from paper at which the ground beside it is seen

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec2 u_size;     // the page, paper pixels
uniform vec2 u_lift;     // unit vector against the curl's travel
uniform float u_contact; // the contact line
uniform float u_reach;   // the fold's reach beyond the contact line, page pixels, above 0
uniform float u_end;     // the sheet's extent beyond the contact line, paper pixels
uniform vec2 u_light;    // the middle slope, along the lift and along the fold
uniform float u_spread;  // standard deviation of the slopes
uniform float u_strength; // the shadow's darkness where all light is hidden
#ifndef RAISED
uniform float u_front;   // whether only what lies beside the rising paper is seen, 0 or 1
#endif

// x: distance beyond the contact line, y: place along the fold, page pixels; zw: the slopes across
// the fold between which paper hides the light.
attribute vec4 a_place;

varying float v_share;   // the shadow's darkness
#ifdef RAISED
varying float v_across;  // the distance beyond the contact line, in reaches
// The distance of the paper's foot, where it begins to bend, from the left, lower, right and upper
// edge, paper pixels, positive inside.
varying vec4 v_foot;
varying vec2 v_length;   // what each reach of paper adds to the first two
#endif

#include "../common/fold.glsl"

// Returns the share of the normal distribution below x, to 1.5e-4: a logistic approximation whose
// cubic term is fitted to the error function.
float below(float x) {
  x = clamp(x, -6.0, 6.0);
  return 1.0 / (1.0 + exp(-x * (1.59765 + 0.07056 * x * x)));
}

// Returns the x below which a share of the normal distribution lies, to 0.002 where |x| < 3.
float deviation(float share) {
  float x = log(share / (1.0 - share));
  return x / (1.3227 + 0.1299 * sqrt(4.2915 + x * x));
}

// Returns where the page's edges cut the line at distance s on the paper, along the fold.
vec2 chord(float s) {
  vec2 axis = vec2(-u_lift.y, u_lift.x);
  vec2 start = (u_contact + s) * u_lift;
  // Where a component is near 0 the line is parallel to an edge and cuts it nowhere or everywhere.
  vec2 step = vec2(
    abs(axis.x) < 1.0e-5 ? 1.0e-5 : axis.x, abs(axis.y) < 1.0e-5 ? 1.0e-5 : axis.y);
  vec2 one = -start / step;
  vec2 other = (u_size - start) / step;
  vec2 low = min(one, other);
  vec2 high = max(one, other);
  return vec2(max(low.x, low.y), min(high.x, high.y));
}

// Returns the shares of the light, by slopes along the cylinder, below the two ends of what the
// paper at distance s and height z hides.
vec2 hide(float s, float z, float along) {
  vec2 cut = chord(s);
  if (s > u_end || cut.y <= cut.x) return vec2(0.0);
  vec2 slopes = ((cut - along) / max(z, 1.0e-3) - u_light.y) / u_spread;
  return vec2(below(slopes.x), below(slopes.y));
}

// Returns where light of a slope that goes through a place meets the fold above (side 1) or below
// (side -1) the paper that has this slope: the distance on the paper and the height, in reaches.
// The distance is negative if it does not.
vec2 meet(vec2 place, float slope, float side) {
  float foot = place.x - slope * place.y;
  // The line that touches the fold.
  float x = pow(1.0 + slope * slope, -0.5 / FOLD_EXPONENT);
  float lower = FOLD_HALF - fold_arc(x);
  float touch = slope > 0.0 ? lower : 2.0 * FOLD_HALF - lower;
  vec4 bent = fold_place(touch);
  float beyond = bent.x - slope * bent.y - foot;
  // Both crossings lie on the fold only if its ends are before the line.
  if (beyond < 0.0 || foot + step(0.0, side) * slope * FOLD_TOP < 0.0) return vec2(-1.0, 0.0);
  // Near it the distance falls like a parabola. Then Newton's method.
  float from = side > 0.0 ? touch : 0.0;
  float to = side > 0.0 ? 2.0 * FOLD_HALF : touch;
  float t = clamp(touch + side * sqrt(2.0 / FOLD_EXPONENT * beyond * x), from, to);
  for (int index = 0; index < 4; index++) {
    bent = fold_place(t);
    float change = bent.w - slope * bent.z;
    change = side > 0.0 ? min(change, -1.0e-4) : max(change, 1.0e-4);
    t = clamp(t - (bent.x - slope * bent.y - foot) / change, from, to);
  }
  return vec2(t, fold_place(t).y);
}

void main() {
  float d = a_place.x;
  float along = a_place.y;
  vec2 axis = vec2(-u_lift.y, u_lift.x);
  vec2 place = (u_contact + d) * u_lift + along * axis;

  // The point that receives the shadow.
#ifdef RAISED
  v_across = d / u_reach;
  float height = u_reach * fold_place(FOLD_HALF - fold_arc(clamp(v_across, 0.0, 1.0))).y;
  vec2 start = u_contact * u_lift + along * axis;
  v_foot = vec4(start, u_size - start);
  v_length = u_reach * u_lift;
#else
  const float height = 0.0;
#endif
  gl_Position = u_matrix * vec4(place, height, 1.0);
  // Under the rising paper it is dark, beside it is not. Nobody sees the ground under it, which the
  // near paper shades as the place beside it, so that no cell has some of both and the shadow is
  // continuous at the contact line.
  float beside = along;
#ifndef RAISED
  if (u_front > 0.0 && d > 0.0 && d < STEEP * u_reach) {
    float over = u_reach * (FOLD_HALF - fold_arc(d / u_reach));
    vec2 cut = chord(over) + vec2(-BESIDE, BESIDE);
    if (over <= u_end && along > cut.x && along < cut.y) {
      beside = along - cut.x < cut.y - along ? cut.x : cut.y;
    }
  }
#endif

  // Beyond four standard deviations there is no light.
  vec2 ends = clamp((a_place.zw - u_light.x) / u_spread, -4.0, 4.0);
  float first = below(ends.x);
  float last = below(ends.y);
  float sum = 0.0;
  for (int index = 0; index < SLOPES; index++) {
    float share = mix(first, last, (float(index) + 0.5) / float(SLOPES));
    float slope = u_light.x + u_spread * deviation(share);
    vec2 here = vec2(d, height) / u_reach;
    // The part that lies upside down. Beyond the sheet's end there is nothing.
    vec2 far_place = vec2(2.0 * u_end / u_reach + 1.0, 1.0);
    vec2 near_place = far_place;
    float across = here.x + slope * (FOLD_TOP - here.y);
    if (across <= 0.0) far_place = vec2(2.0 * FOLD_HALF - across, FOLD_TOP);
    vec2 upper = meet(here, slope, 1.0);
    if (upper.x > 0.0 && upper.y * u_reach > height + 1.0e-3) far_place = upper;
#ifndef RAISED
    vec2 lower = meet(here, slope, -1.0);
    if (lower.x > 0.0 && lower.y * u_reach > 1.0e-3) near_place = lower;
#endif
    // Light may pass between the near paper and the far paper.
    vec2 far = hide(far_place.x * u_reach, far_place.y * u_reach - height, along);
    vec2 near = hide(near_place.x * u_reach, near_place.y * u_reach - height, beside);
    float both = max(min(near.y, far.y) - max(near.x, far.x), 0.0);
    sum += near.y - near.x + far.y - far.x - both;
  }
  v_share = u_strength * max(last - first, 0.0) * sum / float(SLOPES);
}
