// A shadow: its colour, as much of it as the light is hidden. Premultiplied. RAISED: see shadow.vert.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
// The edge of the rising paper is then good to a pixel on pages of up to a thousand pixels.
precision mediump float;
#endif

uniform vec4 u_color;  // straight colour, and its strength where all light is hidden

varying float v_hidden;

#ifdef RAISED
uniform vec2 u_edge;   // the page's size, paper pixels

varying vec2 v_paper;
#endif

void main() {
  float share = u_color.a * v_hidden;
#ifdef RAISED
  // Only where there is paper.
  vec2 inside = clamp(min(v_paper, u_edge - v_paper) + 0.5, 0.0, 1.0);
  share *= inside.x * inside.y;
#endif
  gl_FragColor = vec4(u_color.rgb * share, share);
}
