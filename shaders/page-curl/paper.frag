// Lit paper, one sample a pixel.
//
// Colours are premultiplied. PLAIN is for an opaque page's own picture in white light: two numbers say how that changes it.
// STRAIGHT is for curls along the texels' rows or columns, seen texel on pixel: what is sampled lies between two texels
// in place of four, which software drivers fetch one by one. The texture's filter is nearest then.
//
// Nothing but the picture is a uniform: Mesa's software driver fetches each component of one anew for every pixel,
// which takes longer than to interpolate it.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
precision highp sampler2D;
#else
// Texture positions are then good to 1/1024: enough for pages of up to a thousand pixels.
precision mediump float;
#endif

uniform sampler2D u_page;

varying vec2 v_coord;
#ifdef STRAIGHT
varying vec4 v_along;  // see paper.vert
#endif

#ifdef STRAIGHT
vec4 picture(vec2 coord) {
  float part = fract(dot(coord, v_along.xy) - 0.5);
  vec2 first = coord - part * v_along.zw;
  return mix(texture2D(u_page, first), texture2D(u_page, first + v_along.zw), part);
}
#else
vec4 picture(vec2 coord) {
  return texture2D(u_page, coord);
}
#endif

#ifdef PLAIN

varying vec2 v_light;  // x: what the picture's colour is multiplied by, y: what is added to it

void main() {
  gl_FragColor = vec4(picture(v_coord).rgb * v_light.x + v_light.y, 1.0);
}

#else

varying vec3 v_scale;  // what the picture's colour is multiplied by
varying vec3 v_add;    // what is added to it where the page is

void main() {
  vec4 page = picture(v_coord);
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}

#endif
