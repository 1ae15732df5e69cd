#version 100
precision mediump float;
varying vec3 v_way;
uniform samplerCube u_sky;

void main() {
  gl_FragColor = textureCube(u_sky, normalise(v_way));
}
