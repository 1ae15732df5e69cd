// A box of sky, always at the far plane: no plane clips it, and it hides nothing.

attribute vec3 a_corner;   // of the box, -1 or 1 on each axis

uniform mat4 u_box;        // from the corners to clip space
uniform mat3 u_lookup;     // from the corners to the cube map's axes
uniform float u_far;       // the far plane: 1, or -1 if the projection reverses depth

varying vec3 v_direction;

void main() {
  vec4 position = u_box * vec4(a_corner, 1.0);
  gl_Position = vec4(position.xy, u_far * position.w, position.w);
  v_direction = u_lookup * a_corner;
}
