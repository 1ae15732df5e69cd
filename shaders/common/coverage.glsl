// Returns the share of a pixel in which a linear function is above 0, from its value at the center
// and its change over the pixel to the right and upwards. Exact for any direction.
float above(float value, vec2 change) {
  float larger = max(abs(change.x), abs(change.y));
  float smaller = min(abs(change.x), abs(change.y));
  float away = abs(value);
  float corner = max(0.5 * (larger + smaller) - away, 0.0);
  float cut = away < 0.5 * (larger - smaller)
    ? 0.5 - away / larger : corner * corner / max(2.0 * larger * smaller, 1e-6);
  return value > 0.0 ? 1.0 - cut : cut;
}
