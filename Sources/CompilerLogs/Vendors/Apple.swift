extension Vendor {
  /// Apple (macOS, iOS): `ERROR: 0:75: Use of undeclared identifier 'value'`.
  package static let apple = Vendor(
    "apple", drivers: ["Apple"],
    errors: ["Input of fragment shader '", "Parser found no code to compile in source strings"],
    warnings: [
      "Output of vertex shader '{any}' not read by fragment shader",
      "Sampler error: samplers of different types use the same texture image unit",
    ],
    marks: [
      "Use of undeclared identifier", "Invalid call of undeclared identifier",
      "No matching function for call to",
    ],
    read: ColonForm.read)
}
