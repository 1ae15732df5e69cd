import GLES
import GLMath
import Testing

@testable import FixedPipeline

@Suite struct RevisionTests {
  /// A draw reads the state again only if its revision has changed, so each setting has to change
  /// it.
  @Test func eachSettingChangesTheRevision() {
    let changes: [(name: String, change: (inout FixedState) -> Void)] = [
      ("color", { $0.color.x = 0 }), ("normal", { $0.normal.x = 1 }),
      ("isLightingEnabled", { $0.isLightingEnabled = true }),
      ("lights", { $0.lights[3].isEnabled = true }),
      ("lightModel", { $0.lightModel.ambient.x = 1 }),
      ("material", { $0.material.shininess = 3 }),
      ("isColorMaterialEnabled", { $0.isColorMaterialEnabled = true }),
      ("normalScaling", { $0.normalScaling = .normalize }),
      ("shadeModel", { $0.shadeModel = .flat }),
      ("lightingStage", { $0.lightingStage = .fragment }),
      ("units", { $0.units[2].isEnabled = true }), ("fog", { $0.fog = Fog(mode: .linear) }),
      ("alphaTest", { $0.alphaTest = AlphaTest(.less, reference: 0.5) }),
      ("clipPlanes", { $0.clipPlanes[1] = SIMD4(1, 0, 0, 0) }),
      ("points", { $0.points.size = 3 }), ("logicOp", { $0.logicOp = .invert }),
      ("isLineSmooth", { $0.isLineSmooth = true }), ("render", { $0.render.writesDepth = false }),
    ]
    var state = FixedState()
    for (name, change) in changes {
      let before = state.revision
      change(&state)
      #expect(state.revision != before, "\(name)")
    }
  }
}
