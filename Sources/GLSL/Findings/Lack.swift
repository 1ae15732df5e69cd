/// What a shader lacks that a program can put before it, or in its place.
package enum Lack: Hashable, Sendable {
  /// A variable or function.
  case name(String)
  /// A variable or function that no checked file declares, and that is like none that it has.
  case declaration(String)
  /// A name where a type is expected, as of a macro instead of a declaration.
  case type(String)
  /// A macro that `#if` needs.
  case macro(String)
  /// A macro that takes a function.
  case functionMacro
  /// A directive that GLSL does not have, without its `#`; `isBare` if nothing follows it.
  case directive(String, isBare: Bool)
  /// A precision of ints, so that the stages have different defaults.
  case intPrecision
  /// An `#extension` line.
  case extensionLine(String)
  /// An included file; `isBare` if its name has neither quotes nor brackets.
  case include(String, isBare: Bool)
}
