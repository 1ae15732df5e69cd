// The steepness of the luma, by Sobel's operators: 1 at a step from black to white.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform vec2 u_texel;       // the size of a texel
uniform float u_strength;

varying vec2 v_place;

float luma(float right, float up) {
  vec2 place = v_place + vec2(right, up) * u_texel;
  return dot(texture2D(u_picture, place).rgb, vec3(0.2126, 0.7152, 0.0722));   // ITU-R BT.709
}

void main() {
  float rising = luma(1.0, 1.0) - luma(-1.0, -1.0);
  float falling = luma(1.0, -1.0) - luma(-1.0, 1.0);
  vec2 slope = vec2(
    rising + falling + 2.0 * (luma(1.0, 0.0) - luma(-1.0, 0.0)),
    rising - falling + 2.0 * (luma(0.0, 1.0) - luma(0.0, -1.0)));
  float alpha = texture2D(u_picture, v_place).a;
  // Scaled after length(), in which half precision loses the squares of numbers below 1/128.
  gl_FragColor = vec4(vec3(min(0.25 * u_strength * length(slope), 1.0) * alpha), alpha);
}
