// The shadow that a curled sheet casts on the plane of the page or, with RAISED, on its own rising
// part, the cylinder's lower quarter: the share of an area light that it hides from each vertex.
//
// The slopes of the light's directions (page pixels sideways per page pixel up) have a normal
// distribution about a middle one. Seen along the cylinder, the hidden slopes are one interval,
// which is known exactly. The share that passes the sheet's sides is averaged over SLOPES of them.

const int SLOPES = 12;
const float PI = 3.14159265;
const float FAR = 1.0e6;
const float STEEP = 0.6; // as CurlShadowMesh.steep
const float BESIDE = 0.25; // the distance from paper at which the ground beside it is seen

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec2 u_size;     // the page, paper pixels
uniform vec2 u_lift;     // unit vector against the curl's travel
uniform float u_contact; // the contact line
uniform float u_radius;  // the cylinder's radius, page pixels, above 0
uniform float u_end;     // the sheet's extent beyond the contact line, paper pixels
uniform vec2 u_light;    // the middle slope, along the lift and along the cylinder
uniform float u_spread;  // standard deviation of the slopes
uniform float u_strength; // the shadow's darkness where all light is hidden
#ifndef RAISED
uniform float u_front;   // whether only what lies beside the rising paper is seen, 0 or 1
#endif

// Distance beyond the contact line, and place along the cylinder, page pixels.
attribute vec2 a_place;

varying float v_share;   // the shadow's darkness
#ifdef RAISED
varying float v_sine;    // the sine of the angle by which the paper is bent
// The distance of the paper's foot, where it begins to bend, from the left, lower, right and upper
// edge, paper pixels, positive inside.
varying vec4 v_foot;
varying vec2 v_length;   // what each radian of bend adds to the first two
#endif

// Returns the share of the normal distribution below x, to 1.5e-4: a logistic approximation whose
// cubic term is fitted to the error function.
float below(float x) {
  x = clamp(x, -6.0, 6.0);
  return 1.0 / (1.0 + exp(-x * (1.59765 + 0.07056 * x * x)));
}

// Returns where the page's edges cut the line at distance s on the paper, along the cylinder.
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

void main() {
  float d = a_place.x;
  float along = a_place.y;
  vec2 axis = vec2(-u_lift.y, u_lift.x);
  vec2 place = (u_contact + d) * u_lift + along * axis;

  // The point that receives the shadow.
#ifdef RAISED
  float from_center = sqrt(max(u_radius * u_radius - d * d, 0.0));
  float height = u_radius - from_center;
  vec2 foot = u_contact * u_lift + along * axis;
  v_sine = d / u_radius;
  v_foot = vec4(foot, u_size - foot);
  v_length = u_radius * u_lift;
#else
  const float height = 0.0;
#endif
  gl_Position = u_matrix * vec4(place, height, 1.0);
  // Under the rising paper it is dark, beside it is not. Nobody sees the ground under it, which the
  // near paper shades as the place beside it, so that no cell has some of both and the shadow is
  // continuous at the contact line.
  float beside = along;
#ifndef RAISED
  if (u_front > 0.0 && d > 0.0 && d < STEEP * u_radius) {
    float foot = u_radius * asin(d / u_radius);
    vec2 cut = chord(foot) + vec2(-BESIDE, BESIDE);
    if (foot <= u_end && along > cut.x && along < cut.y) {
      beside = along - cut.x < cut.y - along ? cut.x : cut.y;
    }
  }
#endif

  // The sheet's end, seen along the cylinder.
  float bend = min(u_end / u_radius, PI);
  float end_across = u_end < PI * u_radius ? u_radius * sin(bend) : PI * u_radius - u_end;
  float end_height = u_radius * (1.0 - cos(bend));
  float end_slope = (end_across - d) / max(end_height - height, 1.0e-3);

  // The hidden slopes. Seen from inside the curl, these are all above the sheet's end, and on the
  // rising paper below that paper itself; from beyond the curl, all below the tangent to the
  // cylinder, or below the sheet's end if that comes first.
  float low = -FAR;
  float high = FAR;
#ifdef RAISED
  low = end_slope;
  high = from_center / max(d, 1.0e-3);
#else
  if (d > 0.0) {
    float tangent = (u_radius * u_radius - d * d) / (2.0 * u_radius * d);
    high = 2.0 * atan(d, u_radius) < bend ? tangent : end_slope;
  } else {
    low = end_slope;
  }
#endif
  float share = below((high - u_light.x) / u_spread) - below((low - u_light.x) / u_spread);

  float from = max(low, u_light.x - 3.0 * u_spread);
  float to = min(high, u_light.x + 3.0 * u_spread);
  float sum = 0.0;
  float weights = 0.0;
  for (int index = 0; index < SLOPES; index++) {
    float slope = mix(from, to, (float(index) + 0.5) / float(SLOPES));
    float off = (slope - u_light.x) / u_spread;
    float weight = exp(-0.5 * off * off);
    // The part that lies upside down. Beyond the sheet's end there is nothing.
    vec2 far_place = vec2(2.0 * u_end + 1.0, 1.0);
    vec2 near_place = far_place;
    float rise = 2.0 * u_radius - height;
    float across = d + rise * slope;
    if (across <= 0.0) far_place = vec2(PI * u_radius - across, rise);
    // The cylinder, twice: t*t*(1 + slope*slope) - 2*t*middle + rest = 0 for the rise t.
    float square = 1.0 + slope * slope;
    float middle = u_radius - height - d * slope;
#ifdef RAISED
    const float rest = 0.0;
#else
    float rest = d * d;
#endif
    float root = middle * middle - square * rest;
    if (root >= 0.0) {
      root = sqrt(root);
      float upper = (middle + root) / square;
      float lower = (middle - root) / square;
      float upper_across = d + slope * upper;
      float lower_across = d + slope * lower;
      if (upper_across > 0.0 && upper > 1.0e-3) {
        far_place = vec2(u_radius * atan(upper_across, u_radius - height - upper), upper);
      }
      if (lower_across > 0.0 && lower > 1.0e-3) {
        near_place = vec2(u_radius * atan(lower_across, u_radius - height - lower), lower);
      }
    }
    // Light may pass between the near paper and the far paper.
    vec2 far = hide(far_place.x, far_place.y, along);
    vec2 near = hide(near_place.x, near_place.y, beside);
    float both = max(min(near.y, far.y) - max(near.x, far.x), 0.0);
    sum += weight * (near.y - near.x + far.y - far.x - both);
    weights += weight;
  }
  v_share = to > from ? u_strength * share * sum / weights : 0.0;
}
