import GLESKitCGLES2

/// The objects that this library has bound in a context; `nil` where the binding is unknown.
///
/// Binding an object that is already bound is skipped, so drawing again with the same objects costs
/// only the draw call.
struct Bindings {
  /// The program in use.
  var program: GLuint?
  /// The serial number of the ``VertexInput`` whose pointers are set.
  var vertexInput: Int?
  /// The program whose textures are bound, all of them; `nil` if others may be.
  var texturesOf: GLuint?
  /// The viewport.
  var viewport: PixelRegion?

  private var indices: GLuint?
  private var activeUnit: Int?
  /// A texture that a unit holds, and whether a program's sampler bound it.
  private struct Held {
    var name: GLuint?
    var isOfSampler = false
  }
  /// The flat texture and the cube map of each unit.
  private var textures: [(flat: Held, cube: Held)] = []
  private var lastSerial = 0

  /// Returns a number for a new ``VertexInput``. Unlike addresses and GL names, it is never reused.
  mutating func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Forgets the bound objects. Deleting an object unbinds it, and its name may be reused.
  mutating func forgetObjects() {
    program = nil
    vertexInput = nil
    indices = nil
    texturesOf = nil
    for unit in textures.indices { textures[unit] = (Held(), Held()) }
  }

  /// Forgets everything except which serial numbers are taken.
  mutating func forgetAll() {
    forgetObjects()
    viewport = nil
    activeUnit = nil
  }

  mutating func bindIndices(_ name: GLuint) {
    guard indices != name else { return }
    indices = name
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), name)
  }

  /// Binds a texture to a unit for drawing. The active unit stays if it is bound already.
  mutating func sample(_ name: GLuint, _ target: GLenum, unit: Int) {
    if unit < textures.count {
      let bound = textures[unit]
      if name == (target == GLenum(GL_TEXTURE_2D) ? bound.flat : bound.cube).name { return }
    }
    bind(name, to: target, unit: unit, forSampler: true)
  }

  /// Returns what a unit holds, and whether a program's sampler bound it. GL is asked where other
  /// code may have changed it.
  mutating func held(by unit: Int, isFlat: Bool) -> (name: GLuint, isOfSampler: Bool) {
    activate(unit)
    let known = isFlat ? textures[unit].flat : textures[unit].cube
    if let name = known.name { return (name, known.isOfSampler) }
    let query = isFlat ? GL_TEXTURE_BINDING_2D : GL_TEXTURE_BINDING_CUBE_MAP
    let held = Held(name: GLuint(Context.integer(query)))
    if isFlat { textures[unit].flat = held } else { textures[unit].cube = held }
    return (held.name ?? 0, false)
  }

  /// Makes `unit` the active one and binds a texture to it.
  mutating func bind(_ name: GLuint, to target: GLenum, unit: Int, forSampler: Bool = false) {
    // Uploads and parameters go to the active unit's texture, so the unit must be set even where
    // the texture is already bound.
    activate(unit)
    let isFlat = target == GLenum(GL_TEXTURE_2D)
    let known = isFlat ? textures[unit].flat : textures[unit].cube
    let held = Held(name: name, isOfSampler: forSampler)
    if isFlat { textures[unit].flat = held } else { textures[unit].cube = held }
    guard known.name != name else { return }
    texturesOf = nil
    glBindTexture(target, name)
  }

  private mutating func activate(_ unit: Int) {
    if activeUnit != unit {
      activeUnit = unit
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
    while textures.count <= unit { textures.append((Held(), Held())) }
  }
}

extension Context {
  /// Returns the error for a texture unit that the driver doesn't have.
  func fault(ofUnit unit: Int) -> GLESError? {
    let limit = limits.combinedTextureUnits
    return (0..<limit).contains(unit)
      ? nil : .unsupported(what: "texture unit \(unit)", remedy: "use 0…\(limit - 1)")
  }
}
