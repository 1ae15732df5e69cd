// Lit paper, one sample a pixel, or as many as TAPS says, 2 or 4, side by side along
// the curl.
//
// Colours are premultiplied. A page's own picture has u_ink = 1 and u_wash = 0; a back through which
// the front shows is a mixture of the picture and the paper's colour. LEVEL is the same for a page's own
// picture where the paper lies level, which the light leaves as it is: there software drivers need half the
// time.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
// Texture positions are then good to 1/1024: enough for pages of up to a thousand pixels.
precision mediump float;
#endif

uniform sampler2D u_page;

varying vec2 v_coord;
#ifdef TAPS
varying vec2 v_stride;
#endif

#ifdef LEVEL

void main() {
  gl_FragColor = texture2D(u_page, v_coord);
}

#else

uniform vec3 u_ink;   // how much of the picture's colour is kept
uniform vec3 u_wash;  // colour of the paper, added where the page is

varying vec4 v_light;

void main() {
#ifdef TAPS
  vec2 near = 0.5 * v_stride;
  vec4 page = texture2D(u_page, v_coord + near) + texture2D(u_page, v_coord - near);
#if TAPS == 4
  page += texture2D(u_page, v_coord + 3.0 * near) + texture2D(u_page, v_coord - 3.0 * near);
#endif
  page *= 1.0 / float(TAPS);
#else
  vec4 page = texture2D(u_page, v_coord);
#endif
  vec3 color = page.rgb * u_ink + page.a * u_wash;
  color = color * v_light.rgb + page.a * v_light.a;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}

#endif
