// The cross-section of the bent part of a curled sheet, as CurlFold computes it: half a circle or,
// with ELASTICA, the curve of a springy sheet. All lengths are in units of its reach beyond the
// contact line; t is the distance on the paper beyond that line.

#ifdef ELASTICA
const float FOLD_HALF = 1.31102878; // t at the silhouette
const float FOLD_TOP = 1.19814023;  // the height of the part that is upside down
#else
const float FOLD_HALF = 1.57079633;
const float FOLD_TOP = 2.0;
#endif

// Returns the length of the paper from the silhouette to x, 0 ... 1, to 2e-6: sqrt(1 - x) times a
// polynomial that is fitted to the quotient. The built-in acos may be wrong by 1e-4, which is
// visible on large pages.
float fold_arc(float x) {
#ifdef ELASTICA
  float p = 0.01385253;
  p = p * x - 0.04501259;
  p = p * x + 0.03329241;
  p = p * x + 0.04078414;
  p = p * x - 0.00953723;
  p = p * x - 0.34440622;
  p = p * x + 1.31102793;
#else
  float p = -0.00468782;
  p = p * x + 0.02030751;
  p = p * x - 0.04590604;
  p = p * x + 0.08828111;
  p = p * x - 0.2145807;
  p = p * x + 1.570798;
#endif
  return sqrt(max(1.0 - x, 0.0)) * p;
}

// Returns the place of the paper at t, 0 ... 2 FOLD_HALF, beyond the contact line (x) and above the
// ground (y), and the sine (z) and the cosine (w) of its angle to the ground.
vec4 fold_place(float t) {
#ifdef ELASTICA
  // The lemniscate sine and the integral of its square, to 2e-6, on the lower half.
  float u = min(t, 2.0 * FOLD_HALF - t);
  float square = u * u;
  float q = square * square;
  float x = u * (0.99999972 + q * (-0.09998522 + q * (0.00828355 + q * (-0.00065043
    + q * 0.00003437))));
  float y = u * square * (0.33333322 + q * (-0.02856695 + q * (0.00240953 + q * (-0.00018911
    + q * 0.00000998))));
  float sine = x * x;
  float cosine = sqrt(max(1.0 - sine * sine, 0.0));
  return t < FOLD_HALF ? vec4(x, y, sine, cosine) : vec4(x, FOLD_TOP - y, sine, -cosine);
#else
  return vec4(sin(t), 1.0 - cos(t), sin(t), cos(t));
#endif
}
