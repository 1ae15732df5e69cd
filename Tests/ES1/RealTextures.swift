import FixedPipeline
import GLES
internal import GLESKitCGLES1
import GLMath

extension RealContext {
  /// Makes the scene's textures, binds them and sets the units; returns their names.
  func setTextures(_ scene: Scene) -> [GLuint] {
    var names: [GLuint] = []
    for index in 0..<4 {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(index)))
      let unit = scene.state.units[index]
      guard let picture = scene.pictures[index] else {
        glDisable(GLenum(GL_TEXTURE_2D))
        continue
      }
      if unit.isEnabled {
        glEnable(GLenum(GL_TEXTURE_2D))
      } else {
        glDisable(GLenum(GL_TEXTURE_2D))
      }
      names.append(makeTexture(picture))
      setEnvironment(unit)
    }
    return names
  }

  private func makeTexture(_ picture: Scene.Picture) -> GLuint {
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    let format =
      switch picture.format {
      case .rgba8: GL_RGBA
      case .rgb8: GL_RGB
      case .luminanceAlpha8: GL_LUMINANCE_ALPHA
      case .luminance8: GL_LUMINANCE
      // ES 1.1 has only formats that ES 2.0 has, and scenes no others.
      case .alpha8, .srgba8, .rgba16Float, .rgba32Float, .depth24: GL_ALPHA
      }
    let target = GLenum(GL_TEXTURE_2D)
    let sampling = picture.sampling
    glTexParameterf(target, GLenum(GL_GENERATE_MIPMAP), sampling.mipmaps == nil ? 0 : 1)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glTexImage2D(
      target, 0, format, GLsizei(picture.size), GLsizei(picture.size), 0, GLenum(format),
      GLenum(GL_UNSIGNED_BYTE), picture.bytes)
    func filter(_ filter: Texture.Sampling.Filter) -> GLfloat {
      GLfloat(filter == .nearest ? GL_NEAREST : GL_LINEAR)
    }
    func wrap(_ wrap: Texture.Sampling.Wrap) -> GLfloat {
      GLfloat(wrap == .clampToEdge ? GL_CLAMP_TO_EDGE : GL_REPEAT)
    }
    glTexParameterf(
      target, GLenum(GL_TEXTURE_MIN_FILTER),
      sampling.mipmaps == nil ? filter(sampling.minification) : GLfloat(GL_LINEAR_MIPMAP_LINEAR))
    glTexParameterf(target, GLenum(GL_TEXTURE_MAG_FILTER), filter(sampling.magnification))
    glTexParameterf(target, GLenum(GL_TEXTURE_WRAP_S), wrap(sampling.wrapS))
    glTexParameterf(target, GLenum(GL_TEXTURE_WRAP_T), wrap(sampling.wrapT))
    return name
  }

  private func environment(_ name: Int32, _ value: Int32) {
    glTexEnvf(GLenum(GL_TEXTURE_ENV), GLenum(name), GLfloat(value))
  }

  private func setEnvironment(_ unit: TextureUnit) {
    let color = unit.environmentColor
    glTexEnvfv(
      GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_COLOR), [color.x, color.y, color.z, color.w])
    glTexEnvf(
      GLenum(GL_POINT_SPRITE_OES), GLenum(GL_COORD_REPLACE_OES),
      unit.replacesPointCoordinate ? 1 : 0)
    switch unit.environment {
    case .replace: environment(GL_TEXTURE_ENV_MODE, GL_REPLACE)
    case .modulate: environment(GL_TEXTURE_ENV_MODE, GL_MODULATE)
    case .decal: environment(GL_TEXTURE_ENV_MODE, GL_DECAL)
    case .blend: environment(GL_TEXTURE_ENV_MODE, GL_BLEND)
    case .add: environment(GL_TEXTURE_ENV_MODE, GL_ADD)
    case .combine(let combine):
      environment(GL_TEXTURE_ENV_MODE, GL_COMBINE)
      set(
        combine.rgb, GL_COMBINE_RGB, GL_RGB_SCALE, [GL_SRC0_RGB, GL_SRC1_RGB, GL_SRC2_RGB],
        [GL_OPERAND0_RGB, GL_OPERAND1_RGB, GL_OPERAND2_RGB])
      set(
        combine.alpha, GL_COMBINE_ALPHA, GL_ALPHA_SCALE,
        [GL_SRC0_ALPHA, GL_SRC1_ALPHA, GL_SRC2_ALPHA],
        [GL_OPERAND0_ALPHA, GL_OPERAND1_ALPHA, GL_OPERAND2_ALPHA])
    }
  }

  private func set(
    _ formula: Combine.Formula, _ function: Int32, _ scale: Int32, _ sources: [Int32],
    _ operands: [Int32]
  ) {
    let value =
      switch formula.function {
      case .replace: GL_REPLACE
      case .modulate: GL_MODULATE
      case .add: GL_ADD
      case .addSigned: GL_ADD_SIGNED
      case .interpolate: GL_INTERPOLATE
      case .subtract: GL_SUBTRACT
      case .dot3RGB: GL_DOT3_RGB
      case .dot3RGBA: GL_DOT3_RGBA
      }
    environment(function, value)
    environment(scale, Int32(formula.scale))
    let arguments = [formula.argument0, formula.argument1, formula.argument2]
    for (argument, (source, operand)) in zip(arguments, zip(sources, operands)) {
      switch argument.source {
      case .texture: environment(source, GL_TEXTURE)
      case .constant: environment(source, GL_CONSTANT)
      case .primaryColor: environment(source, GL_PRIMARY_COLOR)
      case .previous: environment(source, GL_PREVIOUS)
      }
      switch argument.operand {
      case .color: environment(operand, GL_SRC_COLOR)
      case .oneMinusColor: environment(operand, GL_ONE_MINUS_SRC_COLOR)
      case .alpha: environment(operand, GL_SRC_ALPHA)
      case .oneMinusAlpha: environment(operand, GL_ONE_MINUS_SRC_ALPHA)
      }
    }
  }
}

extension RealContext {
  /// Enables a cube map with faces of one texel on unit 0, in GL's order. Its coordinates are those
  /// of the unit, or the reflected rays from the eye.
  public func enableCube(_ faces: [[UInt8]], reflects: Bool = false) {
    let target = GLenum(GL_TEXTURE_CUBE_MAP_OES)
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(target, name)
    for (face, color) in faces.enumerated() {
      glTexImage2D(
        GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X_OES + Int32(face)), 0, GL_RGBA, 1, 1, 0,
        GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), color)
    }
    glTexParameterf(target, GLenum(GL_TEXTURE_MIN_FILTER), GLfloat(GL_NEAREST))
    glEnable(target)
    typealias Generate = @convention(c) (GLenum, GLenum, GLint) -> Void
    guard reflects, let generate: Generate = Self.address("glTexGeniOES") else { return }
    let coordinates = GLenum(GL_TEXTURE_GEN_STR_OES)
    generate(coordinates, GLenum(GL_TEXTURE_GEN_MODE_OES), GL_REFLECTION_MAP_OES)
    glEnable(coordinates)
  }
}
