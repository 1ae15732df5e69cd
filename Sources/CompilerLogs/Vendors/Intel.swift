extension Vendor {
  /// Intel's driver for Windows: the form of 3Dlabs' front end, with link messages of its own.
  package static let intel = Vendor(
    "intel", drivers: ["Intel"],
    errors: [
      "Undefined function call: \"{any}\"", "Definition for \"{any}\" not found",
      "The {any} shader uses varying {any}, but previous shader does not write to it",
      "Type mismatch: Type of {any} different between shaders", "Out of resource error",
      "Link failed because of missing [{stage} ]shader",
      "Attribute {any} is bound to generic attribute {any}, but {any} is also used",
    ],
    read: ColonForm.read)
}
