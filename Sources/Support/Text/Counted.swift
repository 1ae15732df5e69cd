/// Returns a number with the word for what it counts: `1 file`, `3 files`.
package func counted(_ number: Int, _ word: String) -> String {
  "\(number) \(word)\(number == 1 ? "" : "s")"
}
