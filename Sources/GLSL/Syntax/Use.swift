/// A name in the text and what it stands for: what an editor shows, follows and renames.
package struct Use: Hashable, Sendable {
  /// What a name can stand for.
  package enum Target: Hashable, Sendable {
    /// A variable or a structure: an index in ``SyntaxTree/symbols``.
    case symbol(Int32)
    /// A function of the shader: an index in ``SyntaxTree/functions``.
    case function(Int32)
    /// A built-in function: an index in ``BuiltInFunction/all``.
    case builtIn(Int32)
    /// A member of a structure: indices in ``SyntaxTree/structures`` and its members.
    case member(structure: Int32, index: Int32)
    /// Components of a vector of this type.
    case components(BasicType)
  }

  /// The index of the name in ``Preprocessed/items``.
  package var item: Int32
  package var target: Target
  /// Whether the name is being declared.
  package var isDeclaration = false
}
