/// Macros that shaders are compiled with. A software driver executes both branches of an `if`, so
/// each set of them makes a program of its own.
protocol ShaderMacros: OptionSet, Hashable where RawValue == Int {
  /// Their names in the shaders, in the order of their bits.
  static var names: [String] { get }
}

extension ShaderMacros {
  /// The names of those in the set.
  var names: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.names[$0] }
  }
}
