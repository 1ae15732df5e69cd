// The cross-section of the bent part of a curled sheet, in macros that CurlFold computes. All
// lengths are in units of its reach beyond the contact line; t is the distance on the paper beyond
// that line.
//
// FOLD_HALF: t at the silhouette. FOLD_TOP: the height of the part that is upside down.
// FOLD_EXPONENT: the power of the distance beyond the contact line that is the sine of the paper's
// angle. FOLD_POWER: that power of x.
// FOLD_ARC, FOLD_ACROSS, FOLD_HEIGHT: the polynomials below.

// Returns the length of the paper from the silhouette to x, 0 ... 1: sqrt(1 - x) times a polynomial
// that is fitted to the quotient. The built-in acos may be wrong by 1e-4, which is visible on large
// pages.
float fold_arc(float x) {
  return sqrt(max(1.0 - x, 0.0)) * (FOLD_ARC);
}

// Returns the sines of the paper's angle at the places x beyond the contact line.
vec2 fold_sines(vec2 x) {
  return FOLD_POWER;
}

// Returns the place of the paper at t, 0 ... 2 FOLD_HALF, beyond the contact line (x) and above the
// ground (y), and the sine (z) and the cosine (w) of its angle to the ground.
vec4 fold_place(float t) {
  // The lower half, of which the upper one is the mirror image.
  float u = min(t, 2.0 * FOLD_HALF - t);
  float x = u;
  float rise = FOLD_POWER;
  float q = rise * rise;
  x = u * (FOLD_ACROSS);
  float y = u * rise * (FOLD_HEIGHT);
  float sine = FOLD_POWER;
  float cosine = sqrt(max(1.0 - sine * sine, 0.0));
  return t < FOLD_HALF ? vec4(x, y, sine, cosine) : vec4(x, FOLD_TOP - y, sine, -cosine);
}
