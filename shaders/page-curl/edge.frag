// Level paper with light, its edges anti-aliased by their exact coverage.
//
// A pixel that the paper's edge crosses gets the share of its area that the paper covers, so edges
// are smooth while the text between them is as sharp as the texture.
//
// One bilinear sample is the mean over a square of one texel along the texture's axes. If the
// texture's axes are parallel to the target's, that square is the pixel. With ASKEW the pixel lies
// askew over the texels, and with FINE, too, it is composed of four squares of half the size.

// Without highp, the coverage on pages wider than 1,000 pixels is good to a pixel only.
precision highp float;
precision highp sampler2D;

uniform sampler2D u_page;
// See edge.vert.
varying vec2 v_coord;
varying vec4 v_inside;
varying vec4 v_change;
varying vec3 v_end;
varying vec3 v_scale;
varying vec3 v_add;

#ifdef ASKEW
varying vec2 v_side;
#ifdef FINE
varying vec4 v_askew;
#endif

#include "../common/narrow.glsl"
#endif

#include "../common/coverage.glsl"
#include "../common/through.glsl"

void main() {
  vec2 inside = min(v_inside.xy, v_inside.zw);
  float share = above(inside.x, v_change.xy) * above(inside.y, v_change.zw)
    * above(v_end.x, v_end.yz);
#ifdef ASKEW
  vec2 place = v_coord * v_texels;
#ifdef FINE
  Grain quarter = grain(0.5 * v_side, 0.5 * v_side.yx);
  vec4 page = 0.25 * (mean(place + v_askew.xy + v_askew.zw, quarter)
    + mean(place - v_askew.xy - v_askew.zw, quarter)
    + mean(place + v_askew.xy - v_askew.zw, quarter)
    + mean(place - v_askew.xy + v_askew.zw, quarter));
#else
  vec4 page = mean(place, grain(v_side, v_side.yx));
#endif
#else
  vec4 page = texture2D(u_page, v_coord);
#endif
#ifdef THROUGH
  page.rgb *= through(v_coord);
#endif
  page *= share;
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
