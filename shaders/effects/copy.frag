// A picture as it is, or scaled.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;

varying vec2 v_place;

void main() {
  gl_FragColor = texture2D(u_picture, v_place);
}
