/// Returns where a function is 0, by Newton's method, and bisection where it leaves the bracket, to
/// 1e−13 of the bracket.
///
/// - Parameters:
///   - start: A place near it. Default: the middle of the bracket.
///   - negative: An end of the bracket at which the function is negative.
///   - positive: The other end.
///   - function: Returns the function's value and its derivative, or 0 to bisect.
func root(
  from start: Double? = nil, between negative: Double, _ positive: Double,
  _ function: (Double) -> (value: Double, change: Double)
) -> Double {
  let least = 1e-13 * abs(positive - negative)
  var (negative, positive) = (negative, positive)
  var s = min(
    max(start ?? (negative + positive) / 2, min(negative, positive)), max(negative, positive))
  for _ in 0..<60 {
    let (value, change) = function(s)
    if value == 0 { break }
    if value > 0 { positive = s } else { negative = s }
    let next = s - value / change
    let isBetween = (next - negative) * (next - positive) < 0
    let step = (isBetween ? next : (negative + positive) / 2) - s
    s += step
    if abs(step) < least { break }
  }
  return s
}
