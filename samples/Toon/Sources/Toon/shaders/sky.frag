// A painted sky: two blues, flat-shaded clouds, the sun, and two rows of distant hills.

#version 100

precision highp float;

varying vec3 v_direction;

uniform vec3 u_sun;  // the direction to it

float random(vec2 place) {
  return fract(sin(dot(place, vec2(12.9898, 78.233))) * 43758.5453);
}

float noise(vec2 place) {
  vec2 cell = floor(place);
  vec2 t = fract(place);
  t = t * t * (3.0 - 2.0 * t);
  float below = mix(random(cell), random(cell + vec2(1.0, 0.0)), t.x);
  float above = mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), t.x);
  return mix(below, above, t.y);
}

float cloud(vec2 place) {
  return 0.55 * noise(place) + 0.3 * noise(place * 2.3 + 7.0) + 0.15 * noise(place * 5.1 + 3.0);
}

void main() {
  vec3 d = normalize(v_direction);
  vec3 color = mix(vec3(0.75, 0.9, 0.98), vec3(0.25, 0.58, 0.9), smoothstep(0.0, 0.55, d.y));
  float sun = dot(d, u_sun);
  color = mix(color, vec3(1.0, 0.97, 0.8), 0.35 * smoothstep(0.965, 0.966, sun));
  color = mix(color, vec3(1.0, 0.96, 0.72), smoothstep(0.985, 0.986, sun));

  vec2 place = d.xz / (max(d.y, 0.0) + 0.22) * 1.7;
  float body = cloud(place);
  float above = cloud(place - 0.25 * normalize(u_sun.xz));
  vec3 white = mix(vec3(1.0), vec3(0.82, 0.88, 0.95), smoothstep(0.02, 0.03, above - body));
  color = mix(color, white, smoothstep(0.575, 0.585, body) * step(0.0, d.y));

  float around = atan(d.x, -d.z);
  float far = 0.05 + 0.025 * sin(3.0 * around + 0.6) + 0.018 * sin(7.0 * around);
  float near = 0.0 + 0.022 * sin(4.0 * around + 2.2) + 0.012 * sin(11.0 * around + 1.0);
  color = mix(color, vec3(0.55, 0.75, 0.72), 1.0 - smoothstep(far, far + 0.002, d.y));
  color = mix(color, vec3(0.45, 0.7, 0.48), 1.0 - smoothstep(near, near + 0.002, d.y));
  gl_FragColor = vec4(color, 1.0);
}
