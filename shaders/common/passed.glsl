// The share of the light that comes through the paper, for vertex shaders; see through.glsl.
#ifdef THROUGH
uniform float u_through;
varying float v_through;

void pass_light() { v_through = u_through; }
#else
void pass_light() {}
#endif
