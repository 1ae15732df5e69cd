// Lit paper, one sample per pixel, or two with PAIRS.
//
// Colors are premultiplied. NARROW is for samples smaller than a texel, ASKEW for paper on
// which texels and pixels are not parallel, BARE for opaque pages in their own color, CURVED for
// strips of ruled.vert.
//
// What is the same for all pixels is a varying, not a uniform: Mesa's software driver fetches each
// component of a uniform again for every pixel, which takes longer than interpolating it. With
// uniforms, 120 frames take 5 to 8 % more processor time (Benchmarks/RESULTS.md).

// Without highp, texture positions are good to 1/1024: enough for pages of up to 1,000 pixels.
precision highp float;
precision highp sampler2D;

uniform sampler2D u_page;

varying vec2 v_coord;
#ifdef BARE
varying vec2 v_scale;  // the factor of the picture's color, and the white light that is added
#else
varying vec3 v_scale;  // the factor of the picture's color
varying vec3 v_add;    // what is added to it where the page is
#endif

#ifdef CURVED
varying vec4 v_curve;  // see ruled.vert
#endif

#ifdef EDGE
varying vec4 v_inside; // see paper.vert
#endif

#include "../common/through.glsl"

#ifdef NARROW
#define WEIGHED
varying vec2 v_sample; // 1 / the size of a sample in texels
#endif
#ifdef ASKEW
#define WEIGHED
varying vec4 v_pixel;  // the widths and heights of a pixel's two sides on the paper, texels
#endif
#ifdef WEIGHED
#include "../common/narrow.glsl"
#endif

vec4 picture(vec2 coord) {
#ifdef ASKEW
  return mean(coord * v_texels, grain(v_pixel.xy, v_pixel.zw));
#else
#ifdef NARROW
  return narrow(coord * v_texels, v_sample, 1.0 / v_texels);
#else
  return texture2D(u_page, coord);
#endif
#endif
}

#ifdef PAIRS
varying vec2 v_beside; // the way from their middle to one of them, texture units
#endif

void main() {
  vec2 coord = v_coord;
#ifdef CURVED
  float bow = v_curve.x * (1.0 - v_curve.x);
  coord += bow * v_curve.yz;
#endif
#ifdef PAIRS
  vec4 page = 0.5 * (picture(coord - v_beside) + picture(coord + v_beside));
#else
  vec4 page = picture(coord);
#endif
#ifdef THROUGH
  page.rgb *= through(coord);
#endif
#ifdef BARE
  vec3 color = page.rgb * v_scale.x + v_scale.y;
#else
  vec3 color = page.rgb * v_scale + page.a * v_add;
#endif
#ifdef CURVED
  color *= 1.0 + bow * v_curve.w;
#endif
#ifdef BARE
  gl_FragColor = vec4(color, 1.0);
#else
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
#endif
#ifdef EDGE
  // The paper between the edges along its rulings may be narrower than a pixel.
  vec2 ends = clamp(v_inside.xy + 0.5, 0.0, 1.0);
  float across = max(min(v_inside.z, 0.5) + min(v_inside.w, 0.5), 0.0);
  gl_FragColor *= ends.x * ends.y * across;
#endif
}
