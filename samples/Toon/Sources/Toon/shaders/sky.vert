// One face of the sky, covering the whole framebuffer.

#version 100

attribute vec2 a_corner;

uniform mat3 u_face;  // columns: the directions right, up and ahead

varying vec3 v_direction;

void main() {
  gl_Position = vec4(a_corner, 0.0, 1.0);
  v_direction = u_face * vec3(a_corner, 1.0);
}
