// Enlarges the shape by a few pixels on screen. Its back faces, drawn in ink, form the outline.

#version 100

attribute vec4 a_position;
attribute vec3 a_normal;

// FixedPipeline sets these three, because they have its names.
uniform mat4 u_modelviewProjection;
uniform mat3 u_normalMatrix;
uniform vec2 u_viewport;

uniform float u_width;  // pixels

void main() {
  gl_Position = u_modelviewProjection * a_position;
  vec3 normal = u_normalMatrix * a_normal;
  vec2 aside = normal.xy / max(length(normal.xy), 0.001);
  gl_Position.xy += 2.0 * u_width * gl_Position.w * aside / u_viewport;
}
