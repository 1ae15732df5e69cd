// A rectangle of a target on which a layer's picture is drawn: supersampled paper.

uniform vec4 u_frame;    // the rectangle in clip space, xy: its lower left corner, zw: its size
uniform vec4 u_part;     // the part of the layer in texture coordinates, likewise

attribute vec2 a_corner; // 0 or 1 each

varying vec2 v_coord;

void main() {
  gl_Position = vec4(u_frame.xy + a_corner * u_frame.zw, 0.0, 1.0);
  v_coord = u_part.xy + a_corner * u_part.zw;
}
