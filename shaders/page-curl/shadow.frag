// A shadow: the share of light that is left, by which the target is multiplied (blended by GL_ZERO,
// GL_SRC_COLOR). With TINT it is the shadow's own color, premultiplied (GL_DST_ALPHA,
// GL_ONE_MINUS_SRC_ALPHA), which software drivers blend more slowly. With FILTER the light that is
// left where it is darkest has a color. With ROOM it fades beside the
// pages, up to the ends of the canvas. For RAISED see shadow.vert.

// Without highp, the edge of the rising paper is good to a pixel on pages of up to 1,000 pixels.
precision highp float;

#ifdef TINT
uniform vec3 u_tint;
#endif
#ifdef FILTER
uniform vec3 u_filter;
#endif
#ifdef ROOM
uniform vec2 u_canvas; // the canvas's size, pixels
uniform vec4 u_room;   // 1 / the room left of the pages, below, right of, and above them, pixels
#endif

// See shadow.vert.
varying float v_share;
#ifdef RAISED
varying float v_across;
varying vec4 v_foot;
varying vec2 v_length;

#include "../common/fold.glsl"
#endif

void main() {
  float share = v_share;
#ifdef RAISED
  // Without paper there is no shadow, and v_share may be anything, NaN included.
  vec2 way = (FOLD_HALF - fold_arc(clamp(v_across, 0.0, 1.0))) * v_length;
  vec2 inside = clamp(min(v_foot.xy + way, v_foot.zw - way) + 0.5, 0.0, 1.0);
  // Within a pixel of the silhouette the ground is seen, too, which has its own shadow already:
  // dark dots would line the fold.
  float cover = inside.x * inside.y * clamp((1.0 - v_across) * length(v_length), 0.0, 1.0);
  share = cover > 0.0 ? share * cover : 0.0;
#endif
#ifdef ROOM
  vec4 room = vec4(gl_FragCoord.xy, u_canvas - gl_FragCoord.xy) * u_room;
  vec2 rest = clamp(min(room.xy, room.zw), 0.0, 1.0);
  share *= rest.x * rest.y;
#endif
#ifdef TINT
  gl_FragColor = vec4(u_tint * share, share);
#else
#ifdef FILTER
  gl_FragColor = vec4(mix(vec3(1.0), u_filter, share), 1.0);
#else
  gl_FragColor = vec4(vec3(1.0 - share), 1.0);
#endif
#endif
}
