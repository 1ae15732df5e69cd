// The light of a picture above a threshold, stretched to the whole range.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform float u_threshold;
uniform float u_scale;     // 1 / (1 - u_threshold)

varying vec2 v_place;

void main() {
  vec4 color = texture2D(u_picture, v_place);
  vec3 light = u_scale * max(color.rgb - u_threshold * color.a, 0.0);
  gl_FragColor = vec4(light, max(light.r, max(light.g, light.b)));
}
