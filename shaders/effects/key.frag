// A picture without what has the chroma of a color.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;
uniform vec3 u_key;
uniform vec2 u_range;   // the distances in chroma at which pixels begin to show, and show fully

varying vec2 v_place;

void main() {
  vec4 color = texture2D(u_picture, v_place);
  // Chroma is linear. That of a small difference keeps its digits in half precision.
  vec3 away = color.rgb / max(color.a, 0.001) - u_key;
  float luma = dot(away, vec3(0.2126, 0.7152, 0.0722));
  vec2 chroma = vec2(away.b - luma, away.r - luma) / vec2(1.8556, 1.5748);   // ITU-R BT.709
  gl_FragColor = smoothstep(u_range.x, u_range.y, length(chroma)) * color;
}
