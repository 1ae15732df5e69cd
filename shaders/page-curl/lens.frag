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
  vec3 middle = u_map * vec3(v_place, 1.0);
  float radius = max(abs(middle.z - u_focus) * u_radius.x, u_radius.y);
  float count = clamp(floor(1.0 + 8.0 * radius), 4.0, float(SAMPLES));
  vec3 right = u_map[0] * u_pixel.x;
  vec3 up = u_map[1] * u_pixel.y;
  vec2 way = vec2(radius * inversesqrt(count), 0.0);
  vec4 sum = vec4(0.0);
  // On a spiral that turns by the golden angle, each sample stands for the same area.
  for (int index = 0; index < SAMPLES; index++) {
    float number = float(index);
    if (number >= count) break;
    vec2 away = way * sqrt(number + 0.5);
    vec3 seen = middle + away.x * right + away.y * up;
    sum += texture2D(u_picture, seen.xy / seen.z);
    way = mat2(-0.7373689, 0.6754903, -0.6754903, -0.7373689) * way;
  }
  gl_FragColor = sum / count;
}
