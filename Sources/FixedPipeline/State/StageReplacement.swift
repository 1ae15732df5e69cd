/// Your own stages instead of generated ones.
///
/// The other stage is still generated. ``FixedPipeline/explain(_:_:with:)`` shows its varyings,
/// which your vertex stage must write and your fragment stage may read. Uniforms of the fixed state
/// (`u_modelview` and so on) are set if your stage declares them. Set other uniforms through
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
