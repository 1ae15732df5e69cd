/// The board of a hard cover, which turns as a leaf that is larger than the pages.
package struct CoverBoard: Hashable, Sendable {
  /// The side that is seen when the book is closed. Its picture fills the board.
  package var outside: PaperSide
  /// The width and height of a page in page pixels. Inside, the picture is a page that lies on the
  /// board.
  package var page: SIMD2<Double>
  /// The color of the cloth around that page and of the edges; red, green and blue, each 0…1.
  package var cloth: SIMD3<Double>

  /// Makes a board, by default without a page and black.
  package init(
    outside: PaperSide, page: SIMD2<Double> = .zero, cloth: SIMD3<Double> = .zero
  ) {
    self.outside = outside
    self.page = page
    self.cloth = cloth
  }
}
