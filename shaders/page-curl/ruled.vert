// Paper that bends along straight lines, its rulings; PaperPicture placed them on the CPU.
//
// Draw it with paper.frag where the edges are far away, or with SMOOTH and ruled.frag. NARROW is
// for pixels that cover more or less than a texel, and PAIRS, with it, for those that cover two.
// CURVED is for strips whose paper is not as good as plane, TINT for paper whose light is the
// picture of a lit sphere. With BOARD it is a cover's board, on which the picture lies as a page.

uniform mat4 u_matrix;   // from page space (page pixels, z toward the viewer) to clip space
uniform vec4 u_sheet;    // xy: texture units per paper pixel, zw: texture position of the origin
uniform vec3 u_ink;      // the share of the picture's color that is kept
#if defined(SMOOTH) || defined(NARROW)
uniform vec4 u_bend;     // xy: unit vector away from the spine, zw: the picture's size in texels
#endif
#ifndef BOARD
uniform vec3 u_wash;     // the paper's color, added where the page is
#else
// The page's extent away from the spine and along it, the coordinate of the spine away from it,
// and the board's length along it, page pixels.
uniform vec4 u_board;
#endif

attribute vec4 a_place;  // xyz: page space, w: the factor of the paper's color
// xy: the paper's point; z: the length of paper under a pixel, w: its width along the rulings, page
// pixels.
attribute vec4 a_paper;
#ifdef CURVED
// x: the share of the way across the strip; yz, w: see v_curve, yz in page pixels.
attribute vec4 a_curve;

// How far the paper is from v_coord, in texture units, is yz x (1 - x), and how far its brightness
// is from 1, w x (1 - x).
varying vec4 v_curve;
#endif
// xy: the slopes on the target of the edges at the rulings' ends; z: the highlight; w: see
// through.glsl.
attribute vec4 a_extra;
#ifdef THROUGH
varying float v_through;
#endif
#ifdef TINT
attribute vec3 a_tint;   // the factor of the color by a picture of a lit sphere
#endif
#ifdef SMOOTH
// How the rulings' ends dip into the gutter: xy . paper - z is the distance from the spine, 1 where
// they no longer do, and w how far they do so at the spine, page pixels.
uniform vec4 u_dip;
varying float v_dip;     // how far they dip, target pixels

// The distances from the edges in target pixels, positive inside: from the two ends of the rulings,
// and from what ends the paper on either side.
attribute vec4 a_inside;

// The sides of a pixel on the paper, along the bend (xy) and along the rulings (zw), texels.
varying vec4 v_pixel;
varying vec4 v_inside;
varying vec2 v_slopes;   // how the first two distances change over a pixel along the rulings
#endif
#ifdef BOARD
// The distances from the page's edges: target pixels from both ends of the spine, and page pixels
// from the free edge; and the length of paper under a pixel.
varying vec4 v_page;
varying vec2 v_cloth;    // the distance from the spine on the paper, page pixels; the light
#endif

#ifdef NARROW
varying vec2 v_sample;   // 1 / the size of a sample in texels
#endif
#ifdef PAIRS
varying vec2 v_beside;   // the way from the middle of two samples to one of them, texture units
#endif
#if defined(SMOOTH) || defined(NARROW)
varying vec2 v_texels;   // the picture's size
#endif

// Values that are the same for all pixels are varyings, too: see paper.frag.
varying vec2 v_coord;
#ifdef BARE
varying vec2 v_scale;
#else
varying vec3 v_scale;
varying vec3 v_add;
#endif

void main() {
  gl_Position = u_matrix * vec4(a_place.xyz, 1.0);
  v_coord = a_paper.xy * u_sheet.xy + u_sheet.zw;
  // The highlight lies over the paper, as in surface.glsl.
  float white = a_extra.z;
  float paper = (1.0 - white) * a_place.w;
#ifdef BARE
  v_scale = vec2(u_ink.x * paper, white);
#else
  vec3 light = vec3(paper);
#ifdef TINT
  light *= a_tint;
#endif
  v_scale = u_ink * light;
  v_add = vec3(white);
#ifndef BOARD
  v_add += u_wash * light;
#endif
#endif
#ifdef CURVED
  v_curve = vec4(a_curve.x, a_curve.yz * u_sheet.xy, a_curve.w);
#endif
#if defined(SMOOTH) || defined(NARROW)
  vec4 pixel = vec4(a_paper.z * u_bend.xy, a_paper.w * u_bend.yx)
    * (u_sheet.xy * u_bend.zw).xyxy;
  v_texels = u_bend.zw;
#endif
#ifdef PAIRS
  pixel.xy *= 0.5;
  v_beside = 0.25 * a_paper.z * u_bend.xy * u_sheet.xy;
#endif
#ifdef NARROW
  // With the variance of the sample's two sides. Edges have no picture.
  v_sample = inversesqrt(max(pixel.xy * pixel.xy + pixel.zw * pixel.zw, 1e-4));
#endif
#ifdef SMOOTH
  v_pixel = pixel;
  v_inside = a_inside;
  v_slopes = a_extra.xy;
  float rest = max(1.0 + u_dip.z - dot(a_paper.xy, u_dip.xy), 0.0);
  v_dip = u_dip.w * rest * rest * rest / a_paper.w;
#endif
#ifdef BOARD
  float along = dot(a_paper.xy, abs(u_bend.yx));
  vec2 ends = vec2(along, u_board.y - along) * ((a_inside.x + a_inside.y) / u_board.w);
  // Cloth takes the mean of a colored light: there is room for one more varying component only.
  v_cloth = vec2(dot(a_paper.xy, u_bend.xy) - u_board.z, dot(light, vec3(1.0 / 3.0)));
  v_page = vec4(ends, u_board.x - v_cloth.x, a_paper.z);
#endif
#ifdef THROUGH
  v_through = a_extra.w;
#endif
}
