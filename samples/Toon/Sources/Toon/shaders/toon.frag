// Shades in flat steps. It replaces the fragment stage that FixedPipeline generates. The generated
// vertex stage writes these two varyings.

#version 100

precision highp float;

varying vec4 v_color;            // glColor4f
varying vec3 v_normal;           // in eye space

uniform vec3 u_light0_position;  // set by FixedPipeline: the direction to the sun

uniform float u_bands;           // steps from dark to light
uniform vec3 u_shade;            // factor of the color in the darkest step
uniform float u_gloss;           // size of the highlight, 0…1
uniform float u_rim;             // width of the bright rim, 0…1
uniform vec3 u_rimColor;         // added there

void main() {
  vec3 normal = normalize(v_normal);
  float light = 0.5 + 0.5 * dot(normal, u_light0_position);
  float band = clamp(floor(light * u_bands) / max(u_bands - 1.0, 1.0), 0.0, 1.0);
  vec3 color = v_color.rgb * mix(u_shade, vec3(1.0), band);
  // The viewer is at infinity, as in OpenGL ES 1.1.
  vec3 halfway = normalize(u_light0_position + vec3(0.0, 0.0, 1.0));
  color = mix(color, vec3(1.0), 0.75 * step(1.0 - 0.05 * u_gloss, dot(normal, halfway)));
  color += u_rimColor * step(1.0 - u_rim, 1.0 - normal.z) * step(0.55, light);
  gl_FragColor = vec4(color, v_color.a);
}
