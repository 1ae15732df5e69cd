// What a camera shows that looks at the plane of the desk from the side, with a blur that grows
// with the distance from the focus.

precision highp float;
precision highp sampler2D;

uniform sampler2D u_picture;   // what its eye sees in the plane
uniform mat3 u_map;            // from places in the target to those in the picture
uniform float u_focus;         // the third coordinate of what is sharp
uniform vec2 u_radius;         // the blur for a difference of 1, and the least, in pixels
uniform vec2 u_pixel;          // a pixel of the target

varying vec2 v_place;

// The samples of a wide blur; a narrow one needs fewer.
const int SAMPLES = 28;

void main() {
  float depth = (u_map * vec3(v_place, 1.0)).z;
  float radius = max(abs(depth - u_focus) * u_radius.x, u_radius.y);
  float count = clamp(floor(3.0 + 8.0 * radius), 6.0, float(SAMPLES));
  vec4 sum = vec4(0.0);
  // On a spiral, each sample stands for the same area.
  for (int index = 0; index < SAMPLES; index++) {
    float number = float(index);
    if (number >= count) break;
    float turn = 2.3999632 * number;
    vec2 way = radius * sqrt((number + 0.5) / count) * vec2(cos(turn), sin(turn));
    vec3 seen = u_map * vec3(v_place + way * u_pixel, 1.0);
    sum += texture2D(u_picture, seen.xy / seen.z);
  }
  gl_FragColor = sum / count;
}
