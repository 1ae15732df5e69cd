// How a side of the paper takes its light, for vertex shaders. See PaperSurface; paper.frag
// describes the varyings.

uniform vec3 u_ink;      // the share of the picture's color that is kept
uniform vec3 u_wash;     // the paper's color, added where the page is

varying vec3 v_scale;
varying vec3 v_add;

#ifdef THROUGH
uniform float u_through; // the share of the light that comes through the paper; see through.glsl

varying float v_through;
#endif

// rgb is the factor of the paper's color, a the highlight: what a coat reflects does not reach the
// paper below. Added to light paper instead, it would end in white tips. ruled.vert does the same.
void take(vec4 light) {
  vec3 paper = (1.0 - light.a) * light.rgb;
  v_scale = u_ink * paper;
  v_add = u_wash * paper + light.a;
#ifdef THROUGH
  v_through = u_through;
#endif
}
