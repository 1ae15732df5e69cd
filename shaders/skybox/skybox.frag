// The sky in the direction from the box's center.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp samplerCube;
#else
precision mediump float;
#endif

uniform samplerCube u_sky;

varying vec3 v_direction;

void main() {
  gl_FragColor = textureCube(u_sky, v_direction);
}
