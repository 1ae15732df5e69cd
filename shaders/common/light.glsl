// The light on a mesh of paper, for curl.vert and cone.vert, and with SPHERE for profile.vert. See
// CurlLight and CurlShading.

#ifdef SPHERE
varying vec2 v_sphere;   // the place on the sphere's picture that has the paper's normal

// Leaves the color to sphere.frag, which looks it up in the picture of a lit sphere.
vec4 light(vec3 normal) {
  // 0.49 is half of CurlShading.reach. Level paper would fall between four texels: this puts it
  // into the one that CurlShading takes.
  v_sphere = vec2(0.5001, 0.4999) + 0.49 * normal.xy;
  return vec4(1.0, 1.0, 1.0, 0.0);
}
#else
uniform vec3 u_light;    // unit vector toward the light, page space
uniform vec4 u_matter;   // ambient share, highlight, shininess; w: 0 keeps all paper's own color

// The light on a unit normal relative to that on level paper: rgb is the factor of the paper's
// color, a the highlight.
vec4 light(vec3 normal) {
  float matt = u_matter.x + (1.0 - u_matter.x) * max(dot(normal, u_light), 0.0);
  float level = u_matter.x + (1.0 - u_matter.x) * max(u_light.z, 0.0);
  vec3 halfway = normalize(u_light + vec3(0.0, 0.0, 1.0));
  // pow(0, 0) is undefined.
  float gloss = dot(normal, u_light) > 0.0
    ? pow(max(dot(normal, halfway), 1.0e-6), u_matter.z) : 0.0;
  float flat_gloss = u_light.z > 0.0 ? pow(max(halfway.z, 1.0e-6), u_matter.z) : 0.0;
  float share = level > 0.0 ? matt / level : 1.0;
  // As CurlLight.bounded: paper in more light than level paper keeps its hue.
  if (share > 1.0) share = 1.02 - 0.02 * exp(50.0 - 50.0 * share);
  return mix(
    vec4(1.0, 1.0, 1.0, 0.0),
    vec4(share, share, share, u_matter.y * max(gloss - flat_gloss, 0.0)), u_matter.w);
}
#endif
