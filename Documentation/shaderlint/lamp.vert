#version 100
attribute vec4 a_position;
attribute vec3 a_normal;
uniform highp vec4 u_color;
varying vec3 v_normal;

void main() {
  v_normal = a_normal * u_color.a;
  gl_Position = a_position;
}
