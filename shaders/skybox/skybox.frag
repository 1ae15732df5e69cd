// The sky in the direction from the box's center.

precision highp float;
precision highp samplerCube;

uniform samplerCube u_sky;

varying vec3 v_direction;

void main() {
  gl_FragColor = textureCube(u_sky, v_direction);
}
