// Paper that bends along straight lines, its rulings, which have been placed on the CPU: SeenPaper.
//
// Draw it with paper.frag where one sample per pixel is enough, or two with PAIRS, and the edges
// are far away, or with SMOOTH and ruled.frag. With BOARD it is a cover's board, on which the
// picture lies as a page.

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
uniform vec3 u_ink;      // the share of the picture's color that is kept
uniform vec3 u_wash;     // the paper's color, added where the page is
#if defined(SMOOTH) || defined(PAIRS)
uniform vec4 u_bend;     // xy: unit vector away from the spine, zw: the picture's size in texels
#endif
#ifdef BOARD
// The page's extent away from the spine and along it, the coordinate of the spine away from it,
// and the board's length along it, page pixels.
uniform vec4 u_board;
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
#ifdef BOARD
// The distances from the page's edges: target pixels from both ends of the spine, and page pixels
// from the free edge; and the length of paper under a pixel.
varying vec4 v_page;
varying vec2 v_cloth;    // the distance from the spine on the paper, page pixels; the light
#endif

#ifdef PAIRS
varying vec2 v_beside;   // the way from the middle of two samples to one of them, texture units
#endif

// Values that are the same for all pixels are varyings, too: see paper.frag.
varying vec2 v_coord;
#ifdef BARE
varying float v_scale;
#else
varying vec3 v_scale;
varying vec3 v_add;
#endif

void main() {
  gl_Position = u_matrix * vec4(a_place.xyz, 1.0);
  v_coord = a_paper.xy * u_sheet.xy + u_sheet.zw;
#ifdef BARE
  v_scale = u_ink.x * a_place.w;
#else
  v_scale = u_ink * a_place.w;
  v_add = u_wash * a_place.w;
#endif
#if defined(SMOOTH) || defined(PAIRS)
  vec2 reach = a_paper.z * u_bend.xy * u_sheet.xy;
  float texels = length(reach * u_bend.zw);
#endif
#ifdef PAIRS
  // With the pixel's variance: see fold.frag.
  v_beside = sqrt(max(1.0 - 1.0 / max(texels * texels, 1.0), 0.0) / 12.0) * reach;
#endif
#ifdef SMOOTH
  v_reach = vec3(reach, texels);
  v_inside = a_inside;
  v_changes = vec4(a_slopes.x, 1.0, a_slopes.y, 1.0);
#endif
#ifdef BOARD
  float along = dot(a_paper.xy, abs(u_bend.yx));
  vec2 ends = vec2(along, u_board.y - along) * ((a_inside.x + a_inside.y) / u_board.w);
  v_cloth = vec2(dot(a_paper.xy, u_bend.xy) - u_board.z, a_place.w);
  v_page = vec4(ends, u_board.x - v_cloth.x, a_paper.z);
  v_add = u_wash;
#endif
}
