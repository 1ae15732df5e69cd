#version 100
precision mediump float;

uniform vec3 u_ink;

void main() {
  gl_FragColor = vec4(u_ink, 1.0);
}
