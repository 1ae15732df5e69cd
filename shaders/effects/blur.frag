// A blur along one axis: the weighted sum of the texels on both sides. With INPUT defined, the
// result is mixed with the picture from before the blur.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform vec2 u_step;               // from one texel to the next
uniform vec4 u_weights[VECTORS];   // at distances 0, 1, 2 ...; half of it at 0, which counts twice
#ifdef INPUT
uniform sampler2D u_input;
uniform vec4 u_shares;             // color and alpha of the input, color and alpha of the blur
#endif

varying vec2 v_place;

vec4 pair(float distance) {
  vec2 away = distance * u_step;
  return texture2D(u_picture, v_place + away) + texture2D(u_picture, v_place - away);
}

void main() {
  vec4 sum = vec4(0.0);
  // From the outside, where weights are small: fewer of the bits of half precision are lost.
  for (int index = VECTORS - 1; index >= 0; index--) {
    vec4 weights = u_weights[index];
    float first = 4.0 * float(index);
    sum += weights.w * pair(first + 3.0);
    sum += weights.z * pair(first + 2.0);
    sum += weights.y * pair(first + 1.0);
    sum += weights.x * pair(first);
  }
#ifdef INPUT
  vec4 blurred = sum;
  sum = u_shares.xxxy * texture2D(u_input, v_place) + u_shares.zzzw * blurred;
  sum.rgb = clamp(sum.rgb, 0.0, min(sum.a, 1.0));
#endif
  gl_FragColor = sum;
}
