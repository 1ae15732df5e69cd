/// Stages of one's own in place of generated ones.
///
/// The kept stage stays generated: ``FixedPipeline/explain(_:_:with:)`` shows its varyings, which the
/// own stage writes (vertex) or may read (fragment). Uniforms of the fixed state (`u_modelview` and so
/// on) are set where the own stage declares them; the program's other uniforms are set through
/// ``FixedPipeline/program(for:_:with:)``.
public struct StageReplacement: Hashable, Sendable {
  /// GLSL ES 1.00 of the vertex stage; `nil` keeps the generated one.
  public var vertex: String?
  /// GLSL ES 1.00 of the fragment stage; `nil` keeps the generated one.
  public var fragment: String?

  /// Replaces one stage, or both.
  public init(vertex: String? = nil, fragment: String? = nil) {
    self.vertex = vertex
    self.fragment = fragment
  }
}
