// A linear function of the color and the alpha.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform mat4 u_matrix;
uniform vec4 u_offset;

varying vec2 v_place;

void main() {
  vec4 color = texture2D(u_picture, v_place);
  // The color of a pixel without alpha is 0, and stays 0.
  vec4 straight = vec4(color.rgb / max(color.a, 0.001), color.a);
  vec4 changed = clamp(u_matrix * straight + u_offset, 0.0, 1.0);
  gl_FragColor = vec4(changed.rgb * changed.a, changed.a);
}
