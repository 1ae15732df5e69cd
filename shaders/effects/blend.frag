// A layer over a picture. BLEND is the color where both are opaque, made of the variables of main;
// see W3C's Compositing and Blending Level 1, section 10.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform sampler2D u_layer;

varying vec2 v_place;

void main() {
  vec4 under = texture2D(u_picture, v_place);
  vec4 over = texture2D(u_layer, v_place);
  // Integers, which half precision holds exactly: near 1, what is missing to 1 has no digits left.
  vec4 below = floor(255.0 * under + 0.5);
  vec4 above = floor(255.0 * over + 0.5);
  vec3 b = below.rgb / max(below.a, 1.0);
  vec3 s = above.rgb / max(above.a, 1.0);
  vec3 one_minus_b = (below.a - below.rgb) / max(below.a, 1.0);
  vec3 one_minus_s = (above.a - above.rgb) / max(above.a, 1.0);
  vec3 blended = BLEND;
  gl_FragColor = vec4(
    (1.0 - under.a) * over.rgb + (1.0 - over.a) * under.rgb + under.a * over.a * blended,
    over.a + under.a - over.a * under.a);
}
