/// How to find what Mesa's message is about from the beginning of the grammar's rule, which is the
/// position that it gives.
package enum Refinement: Sendable {
  /// At the position.
  case start
  /// The wrong initializer of the declaration.
  case initializer
  /// The brace before the position.
  case braceBefore
  /// The second use of the quoted name.
  case secondUse
  /// The first of these operators in the same statement.
  case operators([String])
  /// The operator that the message quotes.
  case quotedOperator
  /// What follows this operator.
  case after(String)
  /// The name that the declaration declares.
  case declaredName
}

extension Vendor {
  /// Mesa (Intel, AMD, Nouveau, Panfrost, Freedreno, V3D, llvmpipe): `0:2(32): error: text`. Link
  /// messages have no position.
  package static let mesa = Vendor(
    "mesa", drivers: ["Mesa"],
    errors: [
      "declarations for {any} `{any}` have mismatching", "uniform `{any}' declared as type",
      "vertex shader output `", "fragment shader input `",
      "Input block `{any}' is not an output of the previous stage",
      "GLSL {any} is not supported. Supported versions are:",
      "linking with uncompiled", "all shaders must use same shading language version",
      "{stage} shader lacks `main'", "program lacks a {stage} shader",
      "unresolved reference to function `{any}'", "no shaders attached to the program",
      "Too many {stage} shader ", "[{stage} ]shader uses too many ",
    ],
    warnings: [
      "fragment shader varying {any} not written by vertex shader",
      "active samplers with a different type refer to the same texture image unit",
      "Macro names containing \"__\" are reserved",
    ],
    headings: ["glsl validation result"]
  ) { line in
    guard var message = mesaForm.read(line), message.path.map(ColonForm.isShader) ?? true else {
      return nil
    }
    // The candidates for a call have the same position and are indented.
    if message.text.hasSuffix(")"), line.firstRange(of: ": error:    ".utf8) != nil {
      return .detail(message.text)
    }
    if line.firstRange(of: "): preprocessor".utf8) != nil { message.code = "preprocessor" }
    return .message(message)
  }

  /// Programs replace the number of the source with the name of the file. People who retype a log
  /// add a blank.
  private static let mesaForm: LogForm =
    "[{source}][{path}]: {line}({column}): [preprocessor ]{severity}: {text}"

  /// Splits a line in two where Mesa's linker omits the newline between two messages:
  /// `error: declarations … have mismatching precision qualifierserror: fragment shader input …`.
  package static func splitAtSeverity(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    func starts(_ index: Int) -> Bool {
      line[index...].starts(with: "error: ".utf8) || line[index...].starts(with: "warning: ".utf8)
    }
    // The warning that a varying is not written ends with a line end and a period.
    let line = line.first == UInt8(ascii: ".") ? line.dropFirst() : line
    guard starts(line.startIndex) else { return [line] }
    let ends = line.indices.dropFirst().filter { !line[$0 - 1].isBlank && starts($0) }
    return zip([line.startIndex] + ends, ends + [line.endIndex]).map { line[$0..<$1] }
  }

  /// The words of messages and the refinement of their places. The first row applies of which a
  /// message has a text; `…` stands between words that all occur.
  package static let mesaRefinements: [(texts: [String], refinement: Refinement)] = [
    (["initializer of…must be a constant"], .start), (["initializer of type"], .initializer),
    (["C-style initialization"], .braceBefore), (["parameter `…redeclared"], .secondUse),
    (["bit-wise"], .operators(["<<", ">>", "<<=", ">>=", "&", "|", "^", "~"])),
    (["arithmetic operator"], .operators(["+", "-", "*", "/", "+=", "-=", "*=", "/="])),
    (["matrix multiplication"], .operators(["*", "*="])),
    (["relational operator"], .operators(["<", ">", "<=", ">="])),
    (["operator '", "operands of `"], .quotedOperator), (["index must be"], .after("[")),
    (["methods not supported"], .after(".")),
    (
      [
        "in declaration of `", "varying variables m", "illegal type for a", "unsized array",
        "variables may not be declared in", "cannot have", "sampler variables may only",
      ], .declaredName
    ),
  ]
}
