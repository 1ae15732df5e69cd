// Lit paper, one sample a pixel.
//
// Colours are premultiplied. LEVEL is the same for a page's own picture where the paper lies level, which the
// light leaves as it is: there software drivers need half the time.
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

#ifdef LEVEL

void main() {
  gl_FragColor = texture2D(u_page, v_coord);
}

#else

varying vec3 v_scale;  // what the picture's colour is multiplied by
varying vec3 v_add;    // what is added to it where the page is

void main() {
  vec4 page = texture2D(u_page, v_coord);
  vec3 color = page.rgb * v_scale + page.a * v_add;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}

#endif
