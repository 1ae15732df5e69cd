// Returns the share of a pixel in which a linear function is above 0, from its value at the center
// and its change over the pixel to the right and upwards. Exact for any direction.
float above(float value, vec2 change) {
  // In units of the larger change: half precision has no squares of numbers below 0.008.
  float scale = 1.0 / max(max(abs(change.x), abs(change.y)), 1e-4);
  float smaller = min(abs(change.x), abs(change.y)) * scale;
  float away = abs(value) * scale;
  float corner = max(0.5 + 0.5 * smaller - away, 0.0);
  float cut = away < 0.5 - 0.5 * smaller
    ? 0.5 - away : 0.5 * corner * (corner / max(smaller, 1e-4));
  return value > 0.0 ? 1.0 - cut : cut;
}
