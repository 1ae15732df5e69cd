// Each color channel looked up in a curve.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform sampler2D u_curve;   // 256 texels: r + g / 256 is the value there, b + a / 256 the next one

varying vec2 v_place;

float curve(float value) {
  float place = 255.0 * value;
  float texel = floor(place);
  vec4 ends = texture2D(u_curve, vec2((texel + 0.5) / 256.0, 0.5));
  return mix(ends.r + ends.g / 256.0, ends.b + ends.a / 256.0, place - texel);
}

void main() {
  vec4 color = texture2D(u_picture, v_place);
  // The color of a pixel without alpha is 0, and its product with alpha, too.
  vec3 straight = color.rgb / max(color.a, 0.001);
  vec3 changed = vec3(curve(straight.r), curve(straight.g), curve(straight.b));
  gl_FragColor = vec4(changed * color.a, color.a);
}
