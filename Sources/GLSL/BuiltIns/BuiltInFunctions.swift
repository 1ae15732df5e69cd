import CompilerLogs

/// A built-in function (§8), in one or several forms that differ only in the size of `genType`.
// A class, so that nothing is copied where it is asked.
package final class BuiltInFunction: BuiltIn {
  /// A type in a signature.
  enum Slot: Hashable, Sendable {
    case exactly(BasicType)
    /// `genType` of §8: float, vec2, vec3 or vec4. All in a signature have the same size.
    case gen
    /// `vec`, `ivec`, `bvec`: vectors of one size.
    case vec, ivec, bvec
    /// `mat`: matrices of one size.
    case mat
  }

  package let name: String
  let result: Slot
  let parameters: [Slot]
  package let stage: ShaderStage?
  package let extensions: [Extension]

  // These are stored, because they are asked for at each call in a shader.
  /// Whether it reads a texture.
  package let readsTexture: Bool
  /// Whether it reads a texture at coordinates from 0 to 1.
  let takesTextureCoordinates: Bool
  /// Whether a call compares values of neighboring fragments.
  let usesDerivatives: Bool
  /// Whether each component of the result depends on the same one of the arguments.
  let isComponentwise: Bool
  /// The first arguments for which it is defined; `nil` for all.
  let domain: Domain?
  /// Whether it limits a value, which works with a limit that is infinite.
  let isLimit: Bool
  /// Whether it is not defined for some arguments.
  let isPartial: Bool
  /// How the result grows with the arguments; `nil` if not in one direction.
  let growth: Growth?

  enum Growth {
    case rising, periodic
    /// It rises with arguments that are not negative.
    case risingFromZero

    init?(_ function: String) {
      switch function {
      case "ceil", "clamp", "degrees", "exp", "exp2", "floor", "log", "log2", "max", "min",
        "radians", "sqrt":
        self = .rising
      case "cos", "fract", "mod", "sin", "tan": self = .periodic
      case "abs", "dot", "length", "pow": self = .risingFromZero
      default: return nil
      }
    }
  }

  /// Arguments for which a function is defined.
  struct Domain: Sendable {
    var low: Double
    var high = Double.infinity
    var excludesLow = false
    /// The other values, for messages.
    var outside: String

    init?(_ function: String) {
      switch function {
      case "sqrt", "pow": (low, outside) = (0, "x < 0")
      case "inversesqrt", "log", "log2": (low, excludesLow, outside) = (0, true, "x <= 0")
      case "asin", "acos": (low, high, outside) = (-1, 1, "|x| > 1")
      default: return nil
      }
    }
  }

  private init(
    name: String, result: Slot, parameters: [Slot], stage: ShaderStage? = nil,
    extensions: [Extension] = []
  ) {
    self.name = name
    self.stage = stage
    self.extensions = extensions
    self.result = result
    self.parameters = parameters
    readsTexture = if case .exactly(let type) = parameters.first { type.isSampler } else { false }
    takesTextureCoordinates = readsTexture && parameters[1] == .vec2
    usesDerivatives =
      readsTexture
      ? !name.contains("Lod") && !name.contains("Grad")
      : ["dFdx", "dFdy", "fwidth"].contains(name)
    isComponentwise =
      !readsTexture
      && !["normalize", "cross", "reflect", "refract", "faceforward"].contains(name)
    domain = Domain(name)
    isLimit = ["min", "max", "clamp", "step"].contains(name)
    isPartial =
      domain != nil
      || ["mod", "atan", "normalize", "smoothstep", "clamp"].contains(name)
    // Look-ups at one place have one value.
    growth = readsTexture ? .rising : Growth(name)
  }

  /// The type of a result for arguments of the given types; `nil` if they don't fit.
  func result(for arguments: [ValueType]) -> ValueType? {
    guard arguments.count == parameters.count else { return nil }
    var size = 0
    for (slot, argument) in zip(parameters, arguments) {
      if argument.isError { continue }
      guard !argument.isArray, let bound = Self.size(of: slot, argument.basic) else { return nil }
      if bound > 0 {
        guard size == 0 || size == bound else { return nil }
        size = bound
      }
    }
    return Self.type(result, size: size)
  }

  /// Returns the size that an argument gives to a slot, 0 for an exact type; `nil` if it does not
  /// fit.
  private static func size(of slot: Slot, _ type: BasicType) -> Int? {
    switch slot {
    case .exactly(let wanted): wanted == type ? 0 : nil
    case .gen: type.component == .float && !type.isMatrix ? type.rows : nil
    case .vec: type.component == .float && type.isVector ? type.rows : nil
    case .ivec: type.component == .int && type.isVector ? type.rows : nil
    case .bvec: type.component == .bool && type.isVector ? type.rows : nil
    case .mat: type.isMatrix ? type.rows : nil
    }
  }

  private static func type(_ slot: Slot, size: Int) -> ValueType {
    switch slot {
    case .exactly(let type): ValueType(type)
    // The size is unknown if all arguments were rejected.
    case _ where size == 0: .error
    case .gen, .vec: ValueType(.vector(of: .float, count: size))
    case .ivec: ValueType(.vector(of: .int, count: size))
    case .bvec: ValueType(.vector(of: .bool, count: size))
    case .mat: ValueType([.mat2, .mat3, .mat4][size - 2])
    }
  }

  /// The signature, such as `genType mix(genType, genType, float)`.
  package var text: String {
    "\(Self.text(result)) \(name)(\(parameterTexts.joined(separator: ", ")))"
  }

  /// The types of the parameters, such as `genType`.
  package var parameterTexts: [String] { parameters.map(Self.text) }

  private static func text(_ slot: Slot) -> String {
    switch slot {
    case .exactly(let type): type.name
    case .gen: "genType"
    case .vec: "vec"
    case .ivec: "ivec"
    case .bvec: "bvec"
    case .mat: "mat"
    }
  }

  /// The indices in ``all`` of the functions of a name, by its hash.
  package static let byTag: TagTable<[Int]> = {
    var table = TagTable<[Int]>(capacity: all.count)
    for (index, function) in all.enumerated() {
      let tag = Word(function.name).tag
      table[tag] = (table[tag] ?? []) + [index]
    }
    return table
  }()
}

extension BuiltInFunction.Slot {
  static let float = Self.exactly(.float)
  static let bool = Self.exactly(.bool)
  static let vec2 = Self.exactly(.vec2)
  static let vec3 = Self.exactly(.vec3)
  static let vec4 = Self.exactly(.vec4)
}

extension BuiltInFunction {
  /// All functions of §8 and of the extensions.
  package static let all: [BuiltInFunction] =
    generic + geometric + relational + textures + extended

  private static func row(
    _ result: Slot, _ names: String, _ parameters: Slot...
  ) -> [BuiltInFunction] {
    names.split(separator: " ").map {
      BuiltInFunction(name: String($0), result: result, parameters: parameters)
    }
  }

  /// §8.1 to §8.3: angles, exponents and common functions.
  private static let generic: [BuiltInFunction] =
    row(.gen, "radians degrees sin cos tan asin acos atan exp log exp2 log2 sqrt inversesqrt", .gen)
    + row(.gen, "abs sign floor ceil fract", .gen)
    + row(.gen, "atan pow mod min max step", .gen, .gen)
    + row(.gen, "mod min max", .vec, .float)
    + row(.gen, "step", .float, .vec)
    + row(.gen, "clamp mix smoothstep", .gen, .gen, .gen)
    + row(.gen, "clamp", .vec, .float, .float)
    + row(.gen, "mix", .vec, .vec, .float)
    + row(.gen, "smoothstep", .float, .float, .vec)

  /// §8.4 and §8.5: geometry and matrices.
  private static let geometric: [BuiltInFunction] =
    row(.float, "length", .gen)
    + row(.float, "distance dot", .gen, .gen)
    + row(.vec3, "cross", .vec3, .vec3)
    + row(.gen, "normalize", .gen)
    + row(.gen, "faceforward", .gen, .gen, .gen)
    + row(.gen, "reflect", .gen, .gen)
    + row(.gen, "refract", .gen, .gen, .float)
    + row(.mat, "matrixCompMult", .mat, .mat)

  /// §8.6: comparison of vectors.
  private static let relational: [BuiltInFunction] = {
    let order = "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual"
    return row(.bvec, order, .vec, .vec) + row(.bvec, order, .ivec, .ivec)
      + row(.bvec, "equal notEqual", .bvec, .bvec) + row(.bool, "any all", .bvec)
      + row(.bvec, "not", .bvec)
  }()

  /// The functions that read planes and cubes, with further parameters.
  private static func lookUps(_ suffix: String, _ more: Slot...) -> [BuiltInFunction] {
    [
      ("texture2D", .exactly(.sampler2D), .vec2), ("texture2DProj", .exactly(.sampler2D), .vec3),
      ("texture2DProj", .exactly(.sampler2D), .vec4),
      ("textureCube", .exactly(.samplerCube), Slot.vec3),
    ].map { name, sampler, place in
      BuiltInFunction(
        name: name + suffix, result: .vec4, parameters: [sampler, place] + more)
    }
  }

  /// §8.7: textures. A bias is for fragment shaders, an explicit level for vertex shaders.
  private static let textures: [BuiltInFunction] =
    lookUps("") + with(lookUps("", .float), stage: .fragment)
    + with(lookUps("Lod", .float), stage: .vertex)

  private static func with(
    _ rows: [BuiltInFunction], stage: ShaderStage? = nil, _ extensions: Extension...
  ) -> [BuiltInFunction] {
    rows.map {
      BuiltInFunction(
        name: $0.name, result: $0.result, parameters: $0.parameters, stage: stage,
        extensions: extensions)
    }
  }

  private static let extended: [BuiltInFunction] = {
    let plane = Slot.exactly(.sampler2D)
    let cube = Slot.exactly(.samplerCube)
    let external = Slot.exactly(.samplerExternalOES)
    let derivatives = with(
      row(.gen, "dFdx dFdy fwidth", .gen), stage: .fragment, .standardDerivatives)
    let levels = with(
      lookUps("LodEXT", .float)
        + row(.vec4, "texture2DGradEXT", plane, .vec2, .vec2, .vec2)
        + row(.vec4, "texture2DProjGradEXT", plane, .vec3, .vec2, .vec2)
        + row(.vec4, "texture2DProjGradEXT", plane, .vec4, .vec2, .vec2)
        + row(.vec4, "textureCubeGradEXT", cube, .vec3, .vec3, .vec3),
      stage: .fragment, .shaderTextureLOD)
    let images = with(
      row(.vec4, "texture2D", external, .vec2) + row(.vec4, "texture2DProj", external, .vec3)
        + row(.vec4, "texture2DProj", external, .vec4),
      .imageExternal)
    let space = Slot.exactly(.sampler3D)
    let volumes =
      with(
        row(.vec4, "texture3D", space, .vec3) + row(.vec4, "texture3DProj", space, .vec4),
        .texture3D)
      + with(
        row(.vec4, "texture3D", space, .vec3, .float)
          + row(.vec4, "texture3DProj", space, .vec4, .float), stage: .fragment, .texture3D)
      + with(
        row(.vec4, "texture3DLod", space, .vec3, .float)
          + row(.vec4, "texture3DProjLod", space, .vec4, .float), stage: .vertex, .texture3D)
    return derivatives + levels + images + volumes
  }()
}
