// The curl as a deformation of any flat mesh: for a page that stands in a scene of its own, or is seen in
// perspective. It computes what CurlGeometry computes; time and angle are all that changes from frame to
// frame.
//
// Draw the mesh twice, once for each side with the other one culled, with a depth buffer and paper.frag.

const float PI = 3.14159265;

uniform mat4 u_matrix;   // from page space (page pixels, z towards the viewer of the page) to clip space
uniform vec4 u_sheet;    // xy: texture units a paper pixel, zw: texture position of the paper's origin
uniform vec2 u_size;     // the page, page pixels
uniform float u_time;    // 0 (flat) ... 1 (gone from over the page); above, it moves on
uniform float u_angle;   // the direction of travel, radians counter-clockwise from +x
uniform float u_radius;  // the cylinder's radius, page pixels; 0 folds sharply
uniform float u_side;    // 1: the front is lit, -1: the back
uniform vec3 u_light;    // unit vector towards the light, page space
uniform vec4 u_matter;   // ambient share, highlight, shininess; w: 0 leaves all paper in its own colour
uniform vec3 u_ink;      // how much of the picture's colour is kept
uniform vec3 u_wash;     // colour of the paper, added where the page is

attribute vec2 a_paper;  // a point of the page, page pixels

varying vec2 v_coord;
varying vec3 v_scale;
varying vec3 v_add;

// The light on a unit normal relative to that on level paper; see CurlLight.
vec4 light(vec3 normal) {
  float matt = u_matter.x + (1.0 - u_matter.x) * max(dot(normal, u_light), 0.0);
  float level = u_matter.x + (1.0 - u_matter.x) * max(u_light.z, 0.0);
  vec3 halfway = normalize(u_light + vec3(0.0, 0.0, 1.0));
  // pow of 0 is undefined where the exponent is 0, too.
  float gloss = dot(normal, u_light) > 0.0 ? pow(max(dot(normal, halfway), 1.0e-6), u_matter.z) : 0.0;
  float flat_gloss = u_light.z > 0.0 ? pow(max(halfway.z, 1.0e-6), u_matter.z) : 0.0;
  float share = level > 0.0 ? matt / level : 1.0;
  return mix(
    vec4(1.0, 1.0, 1.0, 0.0),
    vec4(share, share, share, u_matter.y * max(gloss - flat_gloss, 0.0)), u_matter.w);
}

void main() {
  vec2 lift = -vec2(cos(u_angle), sin(u_angle));
  vec2 ends = lift * u_size;
  float highest = max(ends.x, 0.0) + max(ends.y, 0.0);
  float lowest = min(ends.x, 0.0) + min(ends.y, 0.0);
  float contact = highest - max(u_time, 0.0) * (highest - lowest + u_radius);

  float s = dot(lift, a_paper) - contact;
  float turn = PI * u_radius;
  float reach = s;
  float height = 0.0;
  float bend = 0.0;
  if (s >= turn && s > 0.0) {
    reach = turn - s;
    height = 2.0 * u_radius;
    bend = PI;
  } else if (s > 0.0) {
    bend = s / u_radius;
    reach = u_radius * sin(bend);
    height = u_radius * (1.0 - cos(bend));
  }
  gl_Position = u_matrix * vec4(a_paper + (reach - s) * lift, height, 1.0);
  v_coord = a_paper * u_sheet.xy + u_sheet.zw;
  vec4 shine = light(u_side * vec3(-sin(bend) * lift, cos(bend)));
  v_scale = u_ink * shine.rgb;
  v_add = u_wash * shine.rgb + shine.a;
}
