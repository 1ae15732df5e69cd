// Lit paper that bends along its rulings, filtered along the bend, its edges anti-aliased by their
// exact coverage.

// Without highp, texture positions are good to 1/1024: enough for pages of up to 1,000 pixels.
precision highp float;
precision highp sampler2D;

const int MOST_TAPS = 64;

uniform sampler2D u_page;
uniform vec3 u_gap;      // the factor of the page's color where its ends dip into the gutter

// See ruled.vert.
varying vec2 v_coord;
varying vec3 v_scale;
varying vec3 v_add;
varying vec4 v_pixel;
varying vec4 v_inside;
varying vec2 v_slopes;
varying float v_dip;
#ifdef CURVED
varying vec4 v_curve;
#endif
#ifdef BOARD
varying vec4 v_page;
varying vec2 v_cloth;

uniform vec3 u_wash;     // the color of the cloth
uniform float u_square;  // how far the board extends beyond the page, page pixels

#include "../common/board.glsl"
#endif

#include "../common/coverage.glsl"
#include "../common/through.glsl"
#undef ASKEW
#include "../common/narrow.glsl"

void main() {
  // Along the bend the edges are lines of sight: the paper between them may be narrower than a
  // pixel.
  float across = max(min(v_inside.z, 0.5) + min(v_inside.w, 0.5), 0.0);
  float share = across * above(v_inside.x, vec2(v_slopes.x, 1.0))
    * above(v_inside.y, vec2(v_slopes.y, 1.0));
  // Samples of about a texel's width, side by side.
  float taps = clamp(ceil(length(v_pixel.xy) - 0.12), 1.0, float(MOST_TAPS));
  vec2 next = v_pixel.xy / taps;
  vec2 steepness = inversesqrt(max(next * next + v_pixel.zw * v_pixel.zw, 1e-4));
  vec2 coord = v_coord;
#ifdef CURVED
  float bow = v_curve.x * (1.0 - v_curve.x);
  coord += bow * v_curve.yz;
#endif
  vec2 place = coord * v_texels - 0.5 * (taps - 1.0) * next;
  vec4 sum = vec4(0.0);
  for (int tap = 0; tap < MOST_TAPS; tap++) {
    if (float(tap) >= taps) break;
    sum += narrow(place, steepness, 1.0 / v_texels);
    place += next;
  }
  vec4 page = sum * (share / taps);
#ifdef THROUGH
  page.rgb *= through(coord);
#endif
#ifdef BOARD
  vec2 ends = v_page.xy;
#else
  vec2 ends = v_inside.xy;
#endif
  // A dip of less than a pixel fades.
  float free = clamp(v_dip + 0.5 - min(ends.x, ends.y), 0.0, min(v_dip, 1.0));
  vec3 left = mix(vec3(1.0), u_gap, free);
#ifdef BOARD
  page *= clamp(v_page.x + 0.5, 0.0, 1.0) * clamp(v_page.y + 0.5, 0.0, 1.0)
    * clamp(v_page.z / max(v_page.w, 1e-3) + 0.5, 0.0, 1.0);
  float edge = min(min(v_inside.x, v_inside.y), min(v_inside.z, v_inside.w));
  vec3 color = (page.rgb * v_scale + page.a * v_add) * left
    + (share - page.a) * (v_cloth.y * cloth(u_wash, edge, v_cloth.x, u_square) + v_add);
  page.a = share;
#else
  vec3 color = (page.rgb * v_scale + page.a * v_add) * left;
#endif
#ifdef CURVED
  color *= 1.0 + bow * v_curve.w;
#endif
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
