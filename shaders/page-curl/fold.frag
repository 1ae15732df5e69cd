// Lit paper on the cylinder: the exact inverse of the curl for each pixel, filtered along the curl.
//
// Near the silhouette one pixel covers up to sqrt(2R) texels of paper, all in one direction. The pixel's
// two ends are taken back to the paper, and the texels between them averaged. With FINE the samples are
// narrower, twice as many and in two rows, which is better where the curl runs askew to the texels: see
// edge.frag. With BORDER the page's edges may cross the pixel.
//
// These are not uniforms, since a software driver goes through both branches of an if.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
// Positions are then good to a pixel only on pages of up to a thousand pixels.
precision mediump float;
#endif

const int MOST_TAPS = 64;

uniform sampler2D u_page;
uniform vec4 u_sheet;    // xy: texture units a paper pixel, zw: texture position of the paper's origin
uniform vec2 u_size;     // the page, paper pixels
uniform vec2 u_lift;     // unit vector against the curl's travel
uniform float u_radius;  // the cylinder's radius, page pixels; at least half a pixel
uniform float u_side;    // 1: the back, beyond the silhouette; -1: the front, before it
uniform float u_pixel;   // page pixels a target pixel
uniform vec3 u_ink;      // how much of the picture's colour is kept
uniform vec3 u_wash;     // colour of the paper, added where the page is

varying vec2 v_place;
varying float v_across;
varying vec4 v_light;

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

// The share of a pixel inside the page's edges, for a paper point and the change of its x and y over
// the pixel.
float inside(vec2 paper, vec2 to_x, vec2 to_y) {
  vec2 rest = u_size - paper;
  return above(min(paper.x, rest.x), to_x) * above(min(paper.y, rest.y), to_y);
}

#ifdef FINE
uniform vec2 u_texels;   // the texture's size
const float DENSITY = 2.0;

// A sample over a square of half a texel: the bilinear weights made twice as steep.
vec4 narrow(vec2 paper) {
  vec2 at = (paper * u_sheet.xy + u_sheet.zw) * u_texels;
  vec2 center = floor(at - 0.5) + 0.5;
  vec2 weight = clamp((at - center) * 2.0 - 0.5, 0.0, 1.0);
  return texture2D(u_page, (center + weight) / u_texels);
}
#else
const float DENSITY = 1.0;
#endif

void main() {
  float half_pixel = 0.5 * u_pixel;
  // Distances on the paper from the silhouette to the two ends of the pixel.
  float near = u_radius * arc(min((v_across + half_pixel) / u_radius, 1.0));
  float far = u_radius * arc(clamp((v_across - half_pixel) / u_radius, -0.05, 1.0));
  float middle = 0.5 * (near + far);
  float reach = max(far - near, 0.001 * u_pixel);

  vec2 silhouette = v_place + (1.57079633 * u_radius - v_across) * u_lift;
  vec2 paper = silhouette + (u_side * middle) * u_lift;

  vec2 axis = vec2(-u_lift.y, u_lift.x);
  // A silhouette further than this from the pixel's centre does not cross it.
  float share = v_across > u_radius - u_pixel ? above(u_radius - v_across, u_pixel * u_lift) : 1.0;
#ifdef BORDER
  // The change of paper x and y over a pixel: along the lift stretched by the curl, across it not.
  float stretch = -u_side * reach / u_pixel;
  vec2 to_x = u_pixel * (stretch * u_lift.x * u_lift + axis.x * axis);
  vec2 to_y = u_pixel * (stretch * u_lift.y * u_lift + axis.y * axis);
  float paper_share = inside(paper, to_x, to_y);
  // Under the back the front is not seen, nor may its own share of the silhouette shine through as a fringe.
  float hidden = u_side < 0.0
    ? inside(silhouette + middle * u_lift, to_x, to_y) * step(share * paper_share, 0.999) : 0.0;
  share *= paper_share * (1.0 - hidden);
#endif

  // A sample has a width of its own; n of them are set so far apart that together they reach far enough.
  float sample_width = u_pixel / DENSITY;
  float taps = clamp(ceil(reach / sample_width - 0.12), 1.0, float(MOST_TAPS));
  float spread = max(reach * reach - sample_width * sample_width, 0.0);
  vec2 stride = (taps > 1.5 ? sqrt(spread / (taps * taps - 1.0)) : 0.0) * u_lift;
  vec2 point = paper - (0.5 * (taps - 1.0)) * stride;
#ifdef FINE
  vec2 row = (0.25 * u_pixel) * axis;
#endif
  vec4 sum = vec4(0.0);
  for (int tap = 0; tap < MOST_TAPS; tap++) {
    if (float(tap) >= taps) break;
#ifdef FINE
    sum += 0.5 * (narrow(point + row) + narrow(point - row));
#else
    sum += texture2D(u_page, point * u_sheet.xy + u_sheet.zw);
#endif
    point += stride;
  }
  vec4 page = sum * (share / taps);
  vec3 color = page.rgb * u_ink + page.a * u_wash;
  color = color * v_light.rgb + page.a * v_light.a;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
