// Paper shaded by a picture of a lit sphere, for meshes; see CurlShading. Draw it with
// curl.vert, cone.vert or profile.vert and SPHERE.

// Without highp, texture positions are good to 1/1024: enough for pages of up to 1,000 pixels.
precision highp float;
precision highp sampler2D;

uniform sampler2D u_page;
uniform sampler2D u_sphere;
uniform vec3 u_gain;   // 1 / the color of the sphere's middle; 0 where that is 0

varying vec2 v_coord;
varying vec3 v_scale;  // the factor of the picture's color
varying vec3 v_add;    // what is added to it where the page is
varying vec2 v_sphere; // the place on the sphere's picture that has the paper's normal

#ifdef NARROW
varying vec2 v_sample; // 1 / the size of a sample in texels

#include "../common/narrow.glsl"
#endif

void main() {
#ifdef NARROW
  vec4 page = narrow(v_coord * v_texels, v_sample, 1.0 / v_texels);
#else
  vec4 page = texture2D(u_page, v_coord);
#endif
  // Where the sphere's middle is 0 the factor is 1.
  vec3 share = texture2D(u_sphere, v_sphere).rgb * u_gain + vec3(equal(u_gain, vec3(0.0)));
  vec3 color = (page.rgb * v_scale + page.a * v_add) * share;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}
