// A layer's picture, scaled down: the mean of up to 4 x 4 texels.

// Without highp, positions are good to a texel: layers are at most 2048 texels wide.
precision highp float;
precision highp sampler2D;

uniform sampler2D u_layer;
uniform vec2 u_reach;   // the distance of the four samples, each the mean of 2 x 2 texels

varying vec2 v_coord;

void main() {
  vec2 across = vec2(u_reach.x, -u_reach.y);
  vec4 sum = texture2D(u_layer, v_coord + u_reach) + texture2D(u_layer, v_coord - u_reach)
    + texture2D(u_layer, v_coord + across) + texture2D(u_layer, v_coord - across);
  gl_FragColor = 0.25 * sum;
}
