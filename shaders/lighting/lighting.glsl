// The terms of OpenGL ES 1.1's lighting equation (specification, 2.12.1), in eye space with the
// viewer at infinity. `litColor(at:normal:lights:material:model:)` in GLMath computes the same, and
// a test compares the two.
//
// Paste this into a vertex or fragment stage after its precision statement. A stage computes
//   emission + ambient * scene
//     + sum of attenuation * spot * (A * ambient + diffuse * D * facing + specular * S * highlight)
// with the terms below, and clamps after the sum.

// Returns the way from a point to a light. Its length is the distance of a positional light
// (w != 0) and has no meaning for a directional one.
vec3 lightPath(vec4 position, vec3 point) {
  return position.w != 0.0 ? position.xyz / position.w - point : position.xyz;
}

// The largest component: half precision has no squares of numbers beyond 255 and below 0.008, so
// vectors are divided by it.
float lightScale(vec3 path) { return max(max(abs(path.x), abs(path.y)), abs(path.z)); }

// Returns the length of the way to a light.
float lightDistance(vec3 path) {
  float scale = lightScale(path);
  return scale > 0.0 ? scale * length(path / scale) : 0.0;
}

// Returns a direction of length 1, or 0 for a light exactly at the point, which then adds nothing.
vec3 lightDirection(vec3 path) {
  float scale = lightScale(path);
  return scale > 0.0 ? normalize(path / scale) : vec3(0.0);
}

// pow() with 0^0 = 1, which GLSL leaves undefined; base >= 0.
float lightPower(float base, float exponent) {
  return exponent == 0.0 ? 1.0 : pow(base, exponent);
}

// Constant, linear and quadratic attenuation of a positional light.
float lightAttenuation(vec3 factors, float distance) {
  return 1.0 / (factors.x + distance * (factors.y + distance * factors.z));
}

// The share of a spot light that reaches a point. `axis` is the light's direction (length 1), and
// the cosine is that of its half-angle.
float lightSpot(vec3 toLight, vec3 axis, float cosineOfCutoff, float exponent) {
  float cosine = -dot(toLight, axis);
  return cosine >= cosineOfCutoff ? lightPower(max(cosine, 0.0), exponent) : 0.0;
}

// The cosine between the surface's normal and the light, 0 to 1.
float lightDiffuse(vec3 normal, vec3 toLight) {
  return max(dot(normal, toLight), 0.0);
}

// The highlight on a surface that faces the light, 0 to 1; 0 on one that faces away.
float lightSpecular(vec3 normal, vec3 toLight, float shininess) {
  vec3 halfway = normalize(toLight + vec3(0.0, 0.0, 1.0));
  return dot(normal, toLight) > 0.0 ? lightPower(max(dot(normal, halfway), 0.0), shininess) : 0.0;
}
