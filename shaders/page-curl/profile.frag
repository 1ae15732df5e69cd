// Lit paper that bends like paper, filtered along the bend, with smooth edges. See profile.vert.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
// Texture positions are then good to 1/1024: enough for pages of up to 1,000 pixels.
precision mediump float;
#endif

const int MOST_TAPS = 24;

uniform sampler2D u_page;

varying vec2 v_coord;
varying vec3 v_scale;  // the factor of the picture's colour
varying vec3 v_add;    // what is added to it where the page is
varying vec3 v_reach;
varying vec3 v_inside;

#include "../common/narrow.glsl"

void main() {
  // Level paper has two samples per texel: each takes one texel, and flat text stays sharp.
  float taps = clamp(ceil(2.0 * v_reach.z - 0.1), 1.0, float(MOST_TAPS));
  vec2 next = v_reach.xy / taps;
  vec2 coord = v_coord - 0.5 * (taps - 1.0) * next;
  vec4 sum = vec4(0.0);
  for (int tap = 0; tap < MOST_TAPS; tap++) {
    if (float(tap) >= taps) break;
    sum += narrow(coord);
    coord += next;
  }
  float edge = min(min(v_inside.x, v_inside.y), v_inside.z);
  vec4 page = sum * (clamp(edge + 0.5, 0.0, 1.0) / taps);
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
