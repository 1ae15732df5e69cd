import ES1
import FixedPipeline
import GLESKitCGLES1
import Testing

extension PortTableTests {
  @Test func effectsDrawTheSame() throws {
    try drawBaseEffect()
    try drawReflections()
    try drawSkies()
    try compareWithGuide(prefix: "GLK", cells: 2)
  }

  private func drawBaseEffect() throws {
    try row("GLKBaseEffect.transform", square()) {
      glLoadMatrixf(matrix.elements)
      glMatrixMode(GLenum(GL_PROJECTION))
      glLoadMatrixf(matrix.elements)
    } after: {
      state.modelview.load(matrix)
      state.projection.load(matrix)
    }
    let shining = lit {
      $0.state.normal = [0, 0, -1]
      $0.state.material.specular = [0.3, 0.4, 0.5, 1]
      $0.state.material.shininess = 5
      $0.state.lights[0].isEnabled = false
    }
    // GLKit's light has ES 1.1's white colors.
    try row("GLKBaseEffect.light0", shining) {
      glLightfv(GLenum(GL_LIGHT0), GLenum(GL_DIFFUSE), [1, 0, 0, 1] as [Float])
      glLightfv(GLenum(GL_LIGHT0), GLenum(GL_POSITION), [0, 4, 0, 1] as [Float])
      glEnable(GLenum(GL_LIGHT0))
    } after: {
      state.lights[0].light.diffuse = [1, 0, 0, 1]
      state.setLight(position: [0, 4, 0, 1], at: 0)
      state.lights[0].isEnabled = true
    }
    // A flat surface far from its light looks alike in both stages.
    try row("GLKBaseEffect.lightingType", lit(), isVisible: false) {
    } after: {
      state.lightingStage = .fragment
    }
    try row("GLKBaseEffect.texture2d0", square()) {
      glTexImage2D(
        GLenum(GL_TEXTURE_2D), 0, GL_RGBA, 1, 1, 0, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
        [200, 100, 50, 255] as [UInt8])
      glTexParameterf(
        GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GLfloat(GL_NEAREST))
      glEnable(GLenum(GL_TEXTURE_2D))
    } after: {
      state.units[0].texture = texture
      state.units[0].isEnabled = true
    }
    try row("GLKBaseEffect.colorMaterialEnabled", lit()) {
      glEnable(GLenum(GL_COLOR_MATERIAL))
    } after: {
      state.isColorMaterialEnabled = true
    }
    try row("GLKBaseEffect.fog", square { $0.state.modelview.translate(by: [0, 0, -10]) }) {
      glFogf(GLenum(GL_FOG_DENSITY), 0.1)
      glEnable(GLenum(GL_FOG))
    } after: {
      state.fog = Fog(mode: .exponential, density: 0.1)
    }
    try row("GLKNamedEffect.prepareToDraw` and `glDrawArrays", square()) {
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      glColor4f(1, 0, 0, 1)
    } after: {
      let mesh = try #require(mesh)
      try pipeline.draw(.triangles, mesh, with: state)
      state.color = [1, 0, 0, 1]
    }
  }

  /// `OES_texture_cube_map` generates the coordinates in ES 1.1.
  private func drawReflections() throws {
    // The rays are reflected toward +z.
    let mirror = square { $0.state.modelview.translate(by: [0, 0, -30]) }
    var near = mirror
    near.state.projection.load(
      .ortho(left: 0, right: 16, bottom: 0, top: 16, near: -50, far: 50))
    try row("GLKReflectionMapEffect.textureCubeMap", near) {
      real.enableCube(Self.faces, reflects: true)
    } after: {
      state.reflection = ReflectionMap(cube)
    }
    try row("GLKReflectionMapEffect.matrix", near) {
      real.enableCube(Self.faces, reflects: true)
      glMatrixMode(GLenum(GL_TEXTURE))
      glLoadMatrixf(Matrix4.rotationY(1).elements)
    } after: {
      state.reflection = ReflectionMap(cube)
      state.reflection?.matrix = .rotationY(1)
    }
  }

  /// In ES 1.1, a sky is a box whose corners are also its coordinates.
  private func drawSkies() throws {
    let corners: [Float] = [
      -1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1, 1, -1, -1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1, -1,
      -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
    ]
    func sky(_ center: SIMD3<Float>, _ size: SIMD3<Float>) -> Scene {
      square {
        $0.positions = Scene.Array(corners, .float, count: 3)
        $0.coordinates[0] = $0.positions
        $0.state.color = [1, 1, 1, 1]
        $0.state.projection.load(
          .perspective(verticalFieldOfView: 1.2, aspectRatio: 1, near: 0.1, far: 20))
        $0.state.modelview.rotate(by: 0.7, about: [0.2, 1, 0.1])
        $0.state.modelview.translate(by: center)
        $0.state.modelview.scale(by: size / 2)
      }
    }
    // The box has a matrix of its own in ES 1.1, and is described by its size in ours.
    func view() { state.modelview.load(.rotation(angle: 0.7, axis: [0.2, 1, 0.1])) }
    try row("GLKSkyboxEffect.textureCubeMap", sky(.zero, SIMD3(repeating: 1))) {
      real.enableCube(Self.faces)
    } after: {
      view()
      var sky = Skybox(cube)
      sky.texture = cube
      try pipeline.draw(sky, with: state)
      mesh = nil
    }
    try row("GLKSkyboxEffect.center", sky([0, 2, 0], SIMD3(repeating: 6))) {
      real.enableCube(Self.faces)
    } after: {
      view()
      var sky = Skybox(cube)
      sky.center = [0, 2, 0]
      sky.size = SIMD3(repeating: 6)
      try pipeline.draw(sky, with: state)
      mesh = nil
    }
    try row("GLKSkyboxEffect.xSize`, `ySize`, `zSize", sky(.zero, [10, 5, 10])) {
      real.enableCube(Self.faces)
    } after: {
      view()
      var sky = Skybox(cube)
      sky.size = [10, 5, 10]
      try pipeline.draw(sky, with: state)
      mesh = nil
    }
    try row("GLKSkyboxEffect.draw", sky(.zero, SIMD3(repeating: 1))) {
      real.enableCube(Self.faces)
    } after: {
      view()
      try pipeline.draw(Skybox(cube), with: state)
      mesh = nil
    }
  }
}
