varying vec2 v_texels;   // the texture's size

#ifdef ASKEW
// A parallelogram of paper, for samples: where the share of it on one side of a line along the
// texels grows linearly with the line's distance from its middle, where it ends, and how it grows;
// and the size of a texel.
struct Grain {
  vec2 inner;
  vec2 outer;
  vec2 slope;
  vec2 bend;
  vec2 texel;
};

// Returns a parallelogram with sides that are so many texels wide and high, all positive.
Grain grain(vec2 one, vec2 other) {
  vec2 wide = max(one, other);
  vec2 thin = min(one, other);
  // Products this small do not matter; smaller ones overflow in half precision.
  return Grain(
    0.5 * (wide - thin), 0.5 * (wide + thin), 1.0 / max(wide, 1e-3), 0.5 / max(wide * thin, 1e-3),
    1.0 / v_texels);
}

// Returns the mean of the picture over a parallelogram about a place, in texels.
//
// Bilinear filtering blends four texels about their common corner. Their weights become the shares
// of the parallelogram on either side of the corner. So rows and columns of texels are weighed
// exactly if the parallelogram crosses only one line between them.
vec4 mean(vec2 place, Grain piece) {
  vec2 corner = floor(place + 0.5);
  vec2 away = clamp(place - corner, -piece.outer, piece.outer);
  vec2 beyond = away - clamp(away, -piece.inner, piece.inner);
  vec2 shift = away * piece.slope - beyond * abs(beyond) * piece.bend;
  return texture2D(u_page, (corner + shift) * piece.texel);
}
#else
// Returns a sample over a rectangle about a place, in texels: the bilinear weights made steeper.
// steepness is 1 / the rectangle's size in texels, texel 1 / v_texels.
vec4 narrow(vec2 place, vec2 steepness, vec2 texel) {
  vec2 corner = floor(place + 0.5);
  return texture2D(u_page, (corner + clamp((place - corner) * steepness, -0.5, 0.5)) * texel);
}
#endif
