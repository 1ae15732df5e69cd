// Lit paper that lies level: edges by their exact coverage.
//
// A pixel that the paper's edge crosses gets the share of its area that the paper covers, so edges are
// smooth while the text between them is as sharp as the texture.
//
// One bilinear sample is the mean over a square of a texel's size along the texture's axes. That is just
// the pixel where the two run parallel. With FINE a pixel that lies askew over the texels is put together
// of four squares of half the size instead.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
// Coverage is then good to a pixel only where the page is wider than a thousand pixels.
precision mediump float;
#endif

uniform sampler2D u_page;
// What these are: see edge.vert.
varying vec2 v_coord;
varying vec4 v_inside;
varying vec4 v_change;
varying vec3 v_end;
varying vec3 v_scale;
varying vec3 v_add;

#ifdef FINE
varying vec2 v_texels;
varying vec4 v_askew;

// A sample over a square of half a texel: the bilinear weights made twice as steep.
vec4 narrow(vec2 coord) {
  vec2 at = coord * v_texels;
  vec2 center = floor(at - 0.5) + 0.5;
  vec2 weight = clamp((at - center) * 2.0 - 0.5, 0.0, 1.0);
  return texture2D(u_page, (center + weight) / v_texels);
}
#endif

// The share of a pixel in which a linear function is above 0; see fold.frag.
float above(float value, vec2 change) {
  float larger = max(abs(change.x), abs(change.y));
  float smaller = min(abs(change.x), abs(change.y));
  float away = abs(value);
  float corner = max(0.5 * (larger + smaller) - away, 0.0);
  float cut = away < 0.5 * (larger - smaller)
    ? 0.5 - away / larger : corner * corner / max(2.0 * larger * smaller, 1e-6);
  return value > 0.0 ? 1.0 - cut : cut;
}

void main() {
  vec2 inside = min(v_inside.xy, v_inside.zw);
  float share = above(inside.x, v_change.xy) * above(inside.y, v_change.zw)
    * above(v_end.x, v_end.yz);
#ifdef FINE
  vec2 right = v_askew.xy;
  vec2 up = v_askew.zw;
  vec4 page = 0.25 * (narrow(v_coord + right + up) + narrow(v_coord - right - up)
    + narrow(v_coord + right - up) + narrow(v_coord - right + up));
#else
  vec4 page = texture2D(u_page, v_coord);
#endif
  page *= share;
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
