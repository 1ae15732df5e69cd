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
  /// The flat texture and the cube map of each unit.
  private var textures: [(flat: GLuint?, cube: GLuint?)] = []
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
    for unit in textures.indices { textures[unit] = (nil, nil) }
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
      if name == (target == GLenum(GL_TEXTURE_2D) ? bound.flat : bound.cube) { return }
    }
    bind(name, to: target, unit: unit)
  }

  /// Makes `unit` the active one and binds a texture to it.
  mutating func bind(_ name: GLuint, to target: GLenum, unit: Int) {
    // Uploads and parameters go to the active unit's texture, so the unit must be set even where
    // the texture is already bound.
    if activeUnit != unit {
      activeUnit = unit
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
    while textures.count <= unit { textures.append((nil, nil)) }
    let isFlat = target == GLenum(GL_TEXTURE_2D)
    guard (isFlat ? textures[unit].flat : textures[unit].cube) != name else { return }
    if isFlat { textures[unit].flat = name } else { textures[unit].cube = name }
    texturesOf = nil
    glBindTexture(target, name)
  }
}
