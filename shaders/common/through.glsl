// The print on the front of the paper, as far as light from there brings it through to the back.
#ifdef THROUGH
uniform sampler2D u_other; // the front's picture

// The share of the light on the back that came through the paper, -1 ... 1: negative if the back is
// flipped upside down instead of sideways.
varying float v_through;

// Returns the factor of the paper's color: light that comes through takes the color of both sides.
vec3 through(vec2 coord) {
  float flip = sign(v_through);
  vec4 other = texture2D(u_other, (coord - 0.5) * vec2(-flip, flip) + 0.5);
  return 1.0 - abs(v_through) * (other.a - other.rgb);
}
#endif
