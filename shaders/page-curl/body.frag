// The two stacks of paper of an open book around its pages, and their shadow on the desk. The pages
// are drawn over it.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

// The stacks: the lower left and the upper right corner of the pages on top, in pixels.
uniform vec4 u_first;
uniform vec4 u_last;
uniform vec2 u_out;      // the unit vector from the first stack away from the spine
uniform vec4 u_thick;    // xy: the widths of the fore-edges, zw: the stacks' heights, pixels
uniform vec3 u_paper;    // the colour of the stacks' edges
uniform vec4 u_shade;    // rgb: the shadow's colour, a: its strength
uniform vec3 u_lamp;     // xy: the way of the shadow per height, z: its softness

varying vec2 v_place;

// Returns the share of a normal distribution below x, to a hundredth.
float below(float x) { return 1.0 / (1.0 + exp(-1.702 * clamp(x, -9.0, 9.0))); }

// Returns how much of a blurred rectangle covers a place.
float covers(vec4 box, vec2 place, float blur) {
  return (below((place.x - box.x) / blur) - below((place.x - box.z) / blur))
    * (below((place.y - box.y) / blur) - below((place.y - box.w) / blur));
}

// Returns a rectangle that extends further by a vector.
vec4 extended(vec4 box, vec2 way) { return box + vec4(min(way, 0.0), max(way, 0.0)); }

// Returns the shadow of a stack: wide and pale where its upper pages hide the light, narrow and
// dark where it meets the desk.
float shadow(vec4 box, float height) {
  float wide = covers(box, v_place - 0.7 * height * u_lamp.xy, 0.5 + height * u_lamp.z);
  float narrow = covers(box, v_place - 0.2 * height * u_lamp.xy, 0.5 + 0.25 * height * u_lamp.z);
  return min(height, 1.0) * (0.6 * wide + 0.4 * narrow);
}

// Returns the fore-edge of a stack at a place, premultiplied: the edges of its sheets as fine
// lines.
vec4 edges(vec4 box, vec2 out_way, float width) {
  vec4 whole = extended(box, out_way * width);
  vec2 inside = min(v_place - whole.xy, whole.zw - v_place);
  float cover = clamp(min(inside.x, inside.y) + 0.5, 0.0, 1.0) * min(width, 1.0);
  // The distance from the topmost page, along the fore-edge's slope.
  float depth = max(dot(v_place, out_way) - max(dot(box.xy, out_way), dot(box.zw, out_way)), 0.0);
  float line = floor(depth / 1.5);
  float tone = 0.93 - 0.13 * fract(line * 0.618034) - 0.2 * depth / max(width, 1.0);
  return vec4(u_paper * tone, 1.0) * cover;
}

void main() {
  vec4 first = extended(u_first, u_out * u_thick.x);
  vec4 last = extended(u_last, -u_out * u_thick.y);
  float dark = clamp(shadow(first, u_thick.z) + shadow(last, u_thick.w), 0.0, 1.0) * u_shade.a;
  vec4 color = vec4(u_shade.rgb * dark, dark);
  vec4 paper = edges(u_first, u_out, u_thick.x);
  color = paper + color * (1.0 - paper.a);
  paper = edges(u_last, -u_out, u_thick.y);
  gl_FragColor = paper + color * (1.0 - paper.a);
}
