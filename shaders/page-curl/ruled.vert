// Paper that bends along straight lines, its rulings, which have been placed on the CPU: SeenPaper.
//
// Draw it with paper.frag where one sample per pixel is enough and the edges are far away, or with
// SMOOTH and ruled.frag.

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
uniform vec3 u_ink;      // the share of the picture's color that is kept
uniform vec3 u_wash;     // the paper's color, added where the page is
#ifdef SMOOTH
uniform vec4 u_bend;     // xy: unit vector away from the spine, zw: the picture's size in texels
#endif

attribute vec4 a_place;  // xyz: page space, w: the factor of the paper's color
attribute vec3 a_paper;  // xy: the paper's point; z: the length of paper under a pixel, page pixels
#ifdef SMOOTH
// The distances from the edges in target pixels, positive inside: from the two ends of the rulings,
// and from what ends the paper on either side.
attribute vec4 a_inside;
attribute vec2 a_slopes; // the slopes on the target of the edges at the rulings' ends

varying vec3 v_reach;    // the length of paper under a pixel: in texture units (xy) and texels (z)
varying vec4 v_inside;
varying vec4 v_changes;  // how the first two distances change over a pixel along and across
#endif

// Values that are the same for all pixels are varyings, too: see paper.frag.
varying vec2 v_coord;
varying vec3 v_scale;
varying vec3 v_add;

void main() {
  gl_Position = u_matrix * vec4(a_place.xyz, 1.0);
  v_coord = a_paper.xy * u_sheet.xy + u_sheet.zw;
  v_scale = u_ink * a_place.w;
  v_add = u_wash * a_place.w;
#ifdef SMOOTH
  vec2 reach = a_paper.z * u_bend.xy * u_sheet.xy;
  v_reach = vec3(reach, length(reach * u_bend.zw));
  v_inside = a_inside;
  v_changes = vec4(a_slopes.x, 1.0, a_slopes.y, 1.0);
#endif
}
