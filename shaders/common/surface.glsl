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

// rgb is the factor of the paper's color, a the highlight. Half of that is white, as on coated
// paper, and half has the color of what is printed: ink stays dark, and foil golden. ruled.vert
// does the same.
void take(vec4 light) {
  float white = 0.5 * light.a;
  v_scale = u_ink * (light.rgb + white);
  v_add = u_wash * (light.rgb + white) + white;
#ifdef THROUGH
  v_through = u_through;
#endif
}
