// Lit paper, one sample a pixel.
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

#ifdef LEVEL

void main() {
  gl_FragColor = texture2D(u_page, v_coord);
}

#else

uniform vec3 u_ink;   // how much of the picture's colour is kept
uniform vec3 u_wash;  // colour of the paper, added where the page is

varying vec4 v_light;

void main() {
  vec4 page = texture2D(u_page, v_coord);
  vec3 color = page.rgb * u_ink + page.a * u_wash;
  color = color * v_light.rgb + page.a * v_light.a;
  gl_FragColor = vec4(min(color, vec3(page.a)), page.a);
}

#endif
