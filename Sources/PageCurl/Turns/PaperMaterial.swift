/// The property of a paper that determines how a bound page bends: the ratio of its weight to its
/// stiffness.
public struct PaperMaterial: Hashable, Sendable {
  /// The droop Γ = w·L³ / B of a page: w is its weight per area, L its width from the spine, and B
  /// its bending stiffness per width. Range: 0.1…30. 0.1 is a board, 7 is office paper, and 20 is
  /// limp.
  public var droop: Double

  /// Makes a paper. The droop is clamped to 0.1…30.
  public init(droop: Double) {
    self.droop = droop > 0.1 ? min(droop, 30) : 0.1
  }

  /// Thin office paper, 80 g/m² and 0.1 mm, on pages 148 mm wide (A5).
  public static let office = PaperMaterial(weight: 0.080, thickness: 1e-4)
  /// Heavy paper of 120 g/m² and 0.145 mm.
  public static let heavy = PaperMaterial(weight: 0.120, thickness: 1.45e-4)
  /// Card of 250 g/m² and 0.3 mm.
  public static let card = PaperMaterial(weight: 0.250, thickness: 3e-4)
  /// The board of a hard cover.
  public static let cover = PaperMaterial(droop: 0.1)
  /// Limp paper like silk.
  public static let silk = PaperMaterial(droop: 20)

  /// - Parameters:
  ///   - weight: The mass per area in kg/m².
  ///   - thickness: The thickness in meters. Paper's modulus of elasticity is about 4 GPa, and the
  ///     stiffness grows with the thickness cubed: E·t³ / 12.
  private init(weight: Double, thickness: Double) {
    let (width, modulus, gravity) = (0.148, 4e9, 9.81)
    let stiffness = modulus * thickness * thickness * thickness / 12
    self.init(droop: weight * gravity * width * width * width / stiffness)
  }

  /// The materials by the names that `pagecurl` gives them.
  package static let named: [(name: String, material: PaperMaterial)] = [
    ("80gsm", office), ("120gsm", heavy), ("card", card), ("cover", cover), ("silk", silk),
  ]
}
