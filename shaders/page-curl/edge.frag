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
#else
// Coverage is then good to a pixel only where the page is wider than a thousand pixels.
precision mediump float;
#endif

uniform sampler2D u_page;
uniform vec4 u_sheet;   // xy: texture units a paper pixel, zw: texture position of the paper's origin
uniform vec2 u_size;    // the page, paper pixels
uniform vec4 u_change;  // how paper x (xy) and paper y (zw) change over a target pixel to the right and up
uniform vec3 u_ink;     // how much of the picture's colour is kept
uniform vec3 u_wash;    // colour of the paper, added where the page is
uniform vec3 u_end;     // x: where a sharp fold ends the paper, beyond the contact line; yz: its change

varying vec2 v_paper;
varying float v_across;
varying vec4 v_light;

#ifdef FINE
uniform vec2 u_texels;  // the texture's size

// A sample over a square of half a texel: the bilinear weights made twice as steep.
vec4 narrow(vec2 paper) {
  vec2 at = (paper * u_sheet.xy + u_sheet.zw) * u_texels;
  vec2 center = floor(at - 0.5) + 0.5;
  vec2 weight = clamp((at - center) * 2.0 - 0.5, 0.0, 1.0);
  return texture2D(u_page, (center + weight) / u_texels);
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
  vec2 inside = min(v_paper, u_size - v_paper);
  float share = above(inside.x, u_change.xy) * above(inside.y, u_change.zw)
    * above(u_end.x - v_across, u_end.yz);
#ifdef FINE
  vec2 right = 0.25 * u_change.xz;
  vec2 up = 0.25 * u_change.yw;
  vec4 page = 0.25 * (narrow(v_paper + right + up) + narrow(v_paper - right - up)
    + narrow(v_paper + right - up) + narrow(v_paper - right + up));
#else
  vec4 page = texture2D(u_page, v_paper * u_sheet.xy + u_sheet.zw);
#endif
  page *= share;
  vec3 color = page.rgb * u_ink + page.a * u_wash;
  color = color * v_light.rgb + page.a * v_light.a;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
