import GLESKitCGLES2

/// What a context has bound, as far as this library did it; `nil` and absent where that is unknown.
///
/// Binding what is bound already is skipped here, so that drawing again with the same objects costs
/// no call but the draw.
struct Bindings {
  /// The program in use.
  var program: GLuint?
  /// The serial number of the ``VertexInput`` whose pointers are set.
  var vertexArray: Int?
  /// The viewport.
  var viewport: PixelRegion?

  private var indices: GLuint?
  private var activeUnit: Int?
  /// A flat texture and a cube map a unit.
  private var textures: [(flat: GLuint?, cube: GLuint?)] = []
  private var lastSerial = 0

  /// A number for a new vertex array: unlike addresses and GL names, it is never used again.
  mutating func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Forgets every object's name, since deleting may have unbound it.
  mutating func forgetObjects() {
    program = nil
    vertexArray = nil
    indices = nil
    for unit in textures.indices { textures[unit] = (nil, nil) }
  }

  /// Forgets everything but the serial numbers that are taken.
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

  /// Makes `unit` the active one and binds a texture to it.
  mutating func bind(_ name: GLuint, to target: GLenum, unit: Int) {
    // Uploads and parameters go to the active unit's texture, so it counts even if nothing is bound.
    if activeUnit != unit {
      activeUnit = unit
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
    }
    while textures.count <= unit { textures.append((nil, nil)) }
    let isFlat = target == GLenum(GL_TEXTURE_2D)
    guard (isFlat ? textures[unit].flat : textures[unit].cube) != name else { return }
    if isFlat { textures[unit].flat = name } else { textures[unit].cube = name }
    glBindTexture(target, name)
  }
}
