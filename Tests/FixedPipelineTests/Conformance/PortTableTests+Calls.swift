import ES1
import FixedPipeline
import GLESKitCGLES1
import Testing

extension PortTableTests {
  @Test func callsDrawTheSame() throws {
    try drawColorsAndFragments()
    try drawArrays()
    try drawLighting()
    try drawMatrices()
    try drawPoints()
    try drawTextures()
    try drawQueries()
    try compareWithGuide(prefix: "gl", cells: 3)
  }

  private func drawColorsAndFragments() throws {
    try row("glAlphaFunc", square()) {
      glAlphaFunc(GLenum(GL_GREATER), 0.5)
      glEnable(GLenum(GL_ALPHA_TEST))
    } after: {
      state.alphaTest = AlphaTest(.greater, reference: 0.5)
    }
    let shifted = square {
      $0.positions = Scene.Array(
        stride(from: 0, to: 12, by: 3).flatMap {
          [Self.floats[$0], Self.floats[$0 + 1] - 7.2, 6]
        }, .float, count: 3)
      $0.state.modelview.translate(by: [0, 7.2, 0])
      $0.clipView = $0.state.modelview.top
    }
    try row("glClipPlanef", shifted) {
      let p: [Float] = [0, 1, 0, 0]
      glClipPlanef(GLenum(GL_CLIP_PLANE0), p)
      glEnable(GLenum(GL_CLIP_PLANE0))
    } after: {
      state.setClipPlane([0, 1, 0, 0], at: 0)
    }
    try row("glColor4f", square()) {
      glColor4f(1, 0, 0, 1)
    } after: {
      state.color = [1, 0, 0, 1]
    }
    try row("glColor4ub", square()) {
      glColor4ub(255, 0, 0, 255)
    } after: {
      state.color = SIMD4(255, 0, 0, 255) / 255
    }
    let far = square { $0.state.modelview.translate(by: [0, 0, -10]) }
    try row("glFogf", far) {
      glFogf(GLenum(GL_FOG_DENSITY), 0.1)
      glEnable(GLenum(GL_FOG))
    } after: {
      state.fog = Fog(mode: .exponential, density: 0.1)
    }
    var foggy = far
    foggy.state.fog = Fog(density: 0.2)
    try row("glFogfv", foggy) {
      let gray: [Float] = [0.5, 0.5, 0.5, 1]
      glFogfv(GLenum(GL_FOG_COLOR), gray)
    } after: {
      state.fog?.color = [0.5, 0.5, 0.5, 1]
    }
    try row("glLogicOp", square()) {
      glLogicOp(GLenum(GL_INVERT))
      glEnable(GLenum(GL_COLOR_LOGIC_OP))
    } after: {
      state.logicOp = .invert
    }
    let colorful = square { $0.colors = Scene.Array(Self.bytes, .unsignedByte, count: 4) }
    try row("glShadeModel", colorful) {
      glShadeModel(GLenum(GL_FLAT))
    } after: {
      state.shadeModel = .flat
    }
  }

  private func drawArrays() throws {
    try row("glColorPointer", square()) {
      glColorPointer(4, GL_UNSIGNED_BYTE, 0, bytes)
      glEnableClientState(GLenum(GL_COLOR_ARRAY))
    } after: {
      mesh = try Mesh(
        gl, positions: data, colors: VertexData(bytes, component: .unsignedByte, components: 4))
    }
    let normalized = lit { $0.state.normalScaling = .normalize }
    var withNormals = normalized
    withNormals.normals = Scene.Array(Self.floats, .float, count: 3)
    try row("glDisableClientState", withNormals) {
      glDisableClientState(GLenum(GL_NORMAL_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, normals: nil)
    }
    try row("glEnableClientState", normalized) {
      glNormalPointer(GL_FLOAT, 0, floats)
      glEnableClientState(GLenum(GL_NORMAL_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, normals: data)
    }
    try row("glNormalPointer", normalized) {
      glNormalPointer(GL_FLOAT, 0, floats)
      glEnableClientState(GLenum(GL_NORMAL_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, normals: VertexData(floats, components: 3))
    }
    try row("glGetPointerv", normalized) {
      var p: UnsafeMutableRawPointer?
      glGetPointerv(GLenum(GL_VERTEX_ARRAY_POINTER), &p)
      GLESKitCGLES1.glNormalPointer(GLenum(GL_FLOAT), 0, p)
      glEnableClientState(GLenum(GL_NORMAL_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, normals: data)
    }
    let elsewhere = square {
      $0.positions = Scene.Array(Self.floats.map { $0 / 2 }, .float, count: 3)
    }
    try row("glVertexPointer", elsewhere) {
      glVertexPointer(3, GL_FLOAT, 0, floats)
    } after: {
      mesh = try Mesh(gl, positions: VertexData(floats, components: 3))
    }
  }

  private func drawLighting() throws {
    let back = lit { $0.state.render.frontFace = .clockwise }
    try row("glLightModelf", back) {
      glLightModelf(GLenum(GL_LIGHT_MODEL_TWO_SIDE), 1)
    } after: {
      state.lightModel.isTwoSided = true
    }
    try row("glLightModelfv", lit()) {
      let c: [Float] = [0.1, 0.1, 0.1, 1]
      glLightModelfv(GLenum(GL_LIGHT_MODEL_AMBIENT), c)
    } after: {
      state.lightModel.ambient = [0.1, 0.1, 0.1, 1]
    }
    let lamp = lit { $0.lights[0].position = [7.5, 7.5, 16, 1] }
    try row("glLightf", lamp) {
      glLightf(GLenum(GL_LIGHT0), GLenum(GL_SPOT_CUTOFF), 30)
    } after: {
      state.lights[0].light.spotCutoffDegrees = 30
    }
    let shining = lit {
      $0.state.normal = [0, 0, -1]
      $0.state.material.specular = [0.3, 0.4, 0.5, 1]
      $0.state.material.diffuse = [0.3, 0.4, 0.5, 1]
      $0.state.material.shininess = 5
      $0.state.lights[0].isEnabled = false
    }
    try row("glLightfv", shining) {
      let p: [Float] = [0, 4, 0, 1]
      glLightfv(GLenum(GL_LIGHT0), GLenum(GL_POSITION), p)
      glEnable(GLenum(GL_LIGHT0))
    } after: {
      state.setLight(position: [0, 4, 0, 1], at: 0)
      state.lights[0].isEnabled = true
    }
    let oblique = lit {
      $0.state.normal = [0.6, 0, 0.8]
      $0.state.material.specular = [1, 1, 1, 1]
      $0.state.material.diffuse = [0, 0, 0, 1]
    }
    try row("glMaterialf", oblique) {
      glMaterialf(GLenum(GL_FRONT_AND_BACK), GLenum(GL_SHININESS), 20)
    } after: {
      state.material.shininess = 20
    }
    try row("glMaterialfv", lit()) {
      let c: [Float] = [1, 0, 0, 1]
      glMaterialfv(GLenum(GL_FRONT_AND_BACK), GLenum(GL_DIFFUSE), c)
    } after: {
      state.material.diffuse = [1, 0, 0, 1]
    }
    try row("glNormal3f", lit { $0.state.normal = [0.6, 0, 0.8] }) {
      glNormal3f(0, 0, 1)
    } after: {
      state.normal = [0, 0, 1]
    }
  }

  private func drawMatrices() throws {
    let unprojected = square { $0.state.projection.loadIdentity() }
    var ahead = unprojected
    ahead.state.modelview.translate(by: [-7.5, -7.5, -16])
    try row("glFrustumf", ahead) {
      glMatrixMode(GLenum(GL_PROJECTION))
      glFrustumf(-1, 1, -1, 1, 1, 100)
    } after: {
      state.projection.multiply(
        by: .frustum(left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 100))
    }
    var large = unprojected
    large.state.modelview.scale(by: [40, 30, 0.1])
    try row("glOrthof", large) {
      glMatrixMode(GLenum(GL_PROJECTION))
      glOrthof(0, 640, 0, 480, -1, 1)
    } after: {
      state.projection.multiply(
        by: .ortho(left: 0, right: 640, bottom: 0, top: 480, near: -1, far: 1))
    }
    let small = square { $0.state.modelview.scale(by: SIMD3(repeating: 1 / 15)) }
    try row("glMatrixMode", small) {
      glMatrixMode(GLenum(GL_PROJECTION))
      glLoadIdentity()
    } after: {
      state.projection.loadIdentity()
    }
    let moved = square { $0.state.modelview.translate(by: [1, 1, 0]) }
    try row("glLoadIdentity", moved) {
      glLoadIdentity()
    } after: {
      state.modelview.loadIdentity()
    }
    let m = matrix.elements
    try row("glLoadMatrixf", square()) {
      glLoadMatrixf(m)
    } after: {
      state.modelview.load(matrix)
    }
    try row("glMultMatrixf", square { $0.state.modelview.scale(by: [2, 3, 1]) }) {
      glMultMatrixf(m)
    } after: {
      state.modelview.multiply(by: matrix)
    }
    try row("glPushMatrix", square()) {
      glTranslatef(1, 1, 0)
      glPushMatrix()
      glTranslatef(1, 1, 0)
      glPopMatrix()
    } after: {
      state.modelview.translate(by: [1, 1, 0])
      try state.modelview.push()
      state.modelview.translate(by: [1, 1, 0])
      try state.modelview.pop()
    }
    try row("glPopMatrix", square()) {
      glTranslatef(2, 1, 0)
      glPushMatrix()
      glLoadIdentity()
      glPopMatrix()
    } after: {
      state.modelview.translate(by: [2, 1, 0])
      try state.modelview.push()
      state.modelview.loadIdentity()
      try state.modelview.pop()
    }
    try row("glRotatef", square()) {
      glRotatef(30, 0, 1, 0)
    } after: {
      state.modelview.rotate(by: .degrees(30), about: [0, 1, 0])
    }
    try row("glScalef", square { $0.state.modelview.translate(by: [0.2, 0.3, 0]) }) {
      glScalef(2, 2, 2)
    } after: {
      state.modelview.scale(by: [2, 2, 2])
    }
    let misty = square {
      $0.state.fog = Fog(mode: .linear, start: 0, end: 20)
      $0.state.modelview.translate(by: [0, 0, -10])
    }
    try row("glTranslatef", misty) {
      glTranslatef(0, 0, -5)
    } after: {
      state.modelview.translate(by: [0, 0, -5])
    }
  }

  private func drawPoints() throws {
    try row("glPointSize", points()) {
      glPointSize(8)
    } after: {
      state.points.size = 8
    }
    try row("glPointParameterf", points()) {
      glPointParameterf(GLenum(GL_POINT_SIZE_MIN), 2)
    } after: {
      state.points.minimumSize = 2
    }
    // On the line of sight, where the depth is the distance: some drivers attenuate by the depth.
    let ahead = points {
      $0.positions = Scene.Array([0, 0, -2] as [Float], .float, count: 3)
      $0.state.modelview.loadIdentity()
      $0.state.projection.load(.ortho(left: -8, right: 8, bottom: -8, top: 8, near: -20, far: 20))
      $0.state.points.size = 3
    }
    try row("glPointParameterfv", ahead) {
      let abc: [Float] = [0, 0.1, 0]
      glPointParameterfv(GLenum(GL_POINT_DISTANCE_ATTENUATION), abc)
    } after: {
      state.points.attenuation = [0, 0.1, 0]
    }
    let sizes = Array(floats[..<4])
    try row("glPointSizePointerOES", points()) {
      glPointSizePointerOES(GL_FLOAT, 0, sizes)
      glEnableClientState(GLenum(GL_POINT_SIZE_ARRAY_OES))
    } after: {
      mesh = try Mesh(gl, positions: data, pointSizes: VertexData(floats, components: 1))
    }
    let sprites = points {
      $0.state.points.isSprite = true
      $0.state.points.size = 8
    }
    try row("glTexEnviv", sprites) {
      var on = GL_TRUE
      glTexEnviv(GLenum(GL_POINT_SPRITE_OES), GLenum(GL_COORD_REPLACE_OES), &on)
    } after: {
      state.units[0].replacesPointCoordinate = true
    }
  }

  private func drawTextures() throws {
    try row("glClientActiveTexture", textured()) {
      glClientActiveTexture(GLenum(GL_TEXTURE1))
      glTexCoordPointer(3, GL_FLOAT, 0, floats)
      glEnableClientState(GLenum(GL_TEXTURE_COORD_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, coordinates: [nil, data])
    }
    try row("glMultiTexCoord4f", textured()) {
      let (s, t): (Float, Float) = (0.5, 0.5)
      glMultiTexCoord4f(GLenum(GL_TEXTURE0), s, t, 0, 1)
    } after: {
      state.units[0].coordinate = [0.5, 0.5, 0, 1]
    }
    try row("glTexCoordPointer", textured()) {
      glTexCoordPointer(2, GL_FLOAT, 0, floats)
      glEnableClientState(GLenum(GL_TEXTURE_COORD_ARRAY))
    } after: {
      mesh = try Mesh(gl, positions: data, coordinates: [VertexData(floats, components: 2)])
    }
    try row("glTexEnvf", textured()) {
      glTexEnvi(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_MODE), GL_COMBINE)
      glTexEnvf(GLenum(GL_TEXTURE_ENV), GLenum(GL_RGB_SCALE), 2)
    } after: {
      var combine = Combine()
      combine.rgb.scale = 2
      state.units[0].environment = .combine(combine)
    }
    try row("glTexEnvfv", textured { $0.state.units[0].environment = .blend }) {
      let c: [Float] = [1, 0, 0, 1]
      glTexEnvfv(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_COLOR), c)
    } after: {
      state.units[0].environmentColor = [1, 0, 0, 1]
    }
    try row("glTexEnvi", textured()) {
      glTexEnvi(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_MODE), GL_DECAL)
    } after: {
      state.units[0].environment = .decal
    }
  }

  /// What a query returns becomes the color, or the state of another texture unit.
  private func drawQueries() throws {
    var known = textured {
      $0.clipPlanes[0] = [0.5, 0.25, 0, 0.9]
      $0.lights[0].diffuse = [0.1, 0.9, 0.2, 1]
      $0.state.material.ambient = [0.9, 0.3, 0.1, 1]
      $0.state.units[0].environmentColor = [0.2, 0.1, 0.7, 1]
    }
    known.state.units[0].environment = .decal
    func color(_ read: (UnsafeMutablePointer<Float>) -> Void) {
      var c: [Float] = [0, 0, 0, 0]
      read(&c)
      glColor4f(c[0], c[1], c[2], c[3])
    }
    try row("glGetClipPlanef", known) {
      color { p in glGetClipPlanef(GLenum(GL_CLIP_PLANE0), p) }
    } after: {
      state.color = try #require(state.clipPlanes[0])
    }
    try row("glGetLightfv", known) {
      color { c in glGetLightfv(GLenum(GL_LIGHT0), GLenum(GL_DIFFUSE), c) }
    } after: {
      state.color = state.lights[0].light.diffuse
    }
    try row("glGetMaterialfv", known) {
      color { c in glGetMaterialfv(GLenum(GL_FRONT), GLenum(GL_AMBIENT), c) }
    } after: {
      state.color = state.material.ambient
    }
    try row("glGetTexEnvfv", known) {
      color { c in glGetTexEnvfv(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_COLOR), c) }
    } after: {
      state.color = state.units[0].environmentColor
    }
    try row("glGetTexEnviv", known) {
      var m: GLint = 0
      glGetTexEnviv(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_MODE), &m)
      glActiveTexture(GLenum(GL_TEXTURE1))
      glTexEnvi(GLenum(GL_TEXTURE_ENV), GLenum(GL_TEXTURE_ENV_MODE), m)
    } after: {
      state.units[1].environment = state.units[0].environment
    }
  }
}
