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

// rgb is the factor of the paper's color, a the highlight: the paper is seen through half as much
// white. More would reach the brightest color on light paper, which would end in a hard edge.
// ruled.vert does the same.
void take(vec4 light) {
  float white = 0.5 * light.a;
  vec3 paper = (1.0 - white) * light.rgb;
  v_scale = u_ink * paper;
  v_add = u_wash * paper + white;
#ifdef THROUGH
  v_through = u_through;
#endif
}
