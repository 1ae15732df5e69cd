#version 100
precision mediump float;
uniform vec4 u_color;
varying vec3 v_normal;

void main() {
  float light = max(v_normal.z, 0.0);
  gl_FragColor = u_color * light;
}
