// A layer's picture, scaled down: the mean of up to 2 x 2 texels, or of 4 x 4 with FOUR.

// Without highp, positions are good to a texel: layers are at most 2048 texels wide.
precision highp float;
precision highp sampler2D;

uniform sampler2D u_layer;
#ifdef FOUR
uniform vec2 u_reach;   // the distance of the four samples, each the mean of 2 x 2 texels
#endif

varying vec2 v_coord;

void main() {
#ifdef FOUR
  vec2 across = vec2(u_reach.x, -u_reach.y);
  vec4 sum = texture2D(u_layer, v_coord + u_reach) + texture2D(u_layer, v_coord - u_reach)
    + texture2D(u_layer, v_coord + across) + texture2D(u_layer, v_coord - across);
  gl_FragColor = 0.25 * sum;
#else
  gl_FragColor = texture2D(u_layer, v_coord);
#endif
}
