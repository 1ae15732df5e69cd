// A shadow: what is left of the light, by which the target is multiplied (blended by GL_ZERO, GL_SRC_COLOR); with
// TINT the shadow's own colour, premultiplied (GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA), which takes software drivers
// longer. RAISED: see shadow.vert.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
// The edge of the rising paper is then good to a pixel on pages of up to a thousand pixels.
precision mediump float;
#endif

#ifdef TINT
uniform vec3 u_tint;
#endif

varying float v_share;  // how dark it is
#ifdef RAISED
varying float v_sine;   // of the angle by which the paper is bent
varying vec4 v_foot;    // how far inside each of the page's edges the paper begins to bend there, paper pixels
varying vec2 v_length;  // how much farther it is from the left and lower edge for each radian
#endif

void main() {
  float share = v_share;
#ifdef RAISED
  // Only where there is paper: elsewhere a shadow is nothing that could be worked out.
  vec2 way = asin(clamp(v_sine, 0.0, 1.0)) * v_length;
  vec2 inside = clamp(min(v_foot.xy + way, v_foot.zw - way) + 0.5, 0.0, 1.0);
  float cover = inside.x * inside.y;
  share = cover > 0.0 ? share * cover : 0.0;
#endif
#ifdef TINT
  gl_FragColor = vec4(u_tint * share, share);
#else
  gl_FragColor = vec4(vec3(1.0 - share), 1.0);
#endif
}
