/// The GLSL ES 1.00 files of this folder, embedded in the program.
///
/// Each `.vert` and `.frag` is a whole shader that any ES 2.0 driver and WebGL 1 compile, once its
/// `#include` lines are replaced by the files of `common`. `lighting.glsl` holds functions that
/// generated shaders contain.
///
/// Fragment shaders ask for `highp`. `GLES.Shader` and the web page compile `mediump` instead on
/// drivers without it.
package enum Shaders {
  /// `lighting/lighting.glsl`: the terms of ES 1.1's lighting equation as functions.
  package static let lighting = text(PackageResources.lighting_glsl)

  /// `page-curl/paper.vert`: paper whose vertices were placed on the CPU.
  package static let paperVertex = text(PackageResources.paper_vert)
  /// `page-curl/paper.frag`: lit paper, one sample per pixel.
  package static let paperFragment = text(PackageResources.paper_frag)
  /// `page-curl/edge.vert`: level paper with anti-aliased edges.
  package static let edgeVertex = text(PackageResources.edge_vert)
  /// `page-curl/edge.frag`: level paper with anti-aliased edges.
  package static let edgeFragment = text(PackageResources.edge_frag)
  /// `page-curl/fold.vert`: paper on the cylinder, placed pixel by pixel.
  package static let foldVertex = text(PackageResources.fold_vert)
  /// `page-curl/fold.frag`: paper on the cylinder, filtered along the curl.
  package static let foldFragment = text(PackageResources.fold_frag)
  /// `page-curl/shadow.vert`: the share of an area light that the sheet hides.
  package static let shadowVertex = text(PackageResources.shadow_vert)
  /// `page-curl/shadow.frag`: a shadow's color.
  package static let shadowFragment = text(PackageResources.shadow_frag)
  /// `page-curl/ruled.vert`: paper that bends along rulings that were placed on the CPU.
  package static let ruledVertex = text(PackageResources.ruled_vert)
  /// `page-curl/ruled.frag`: lit paper, filtered along the bend, with anti-aliased edges.
  package static let ruledFragment = text(PackageResources.ruled_frag)
  /// `page-curl/shade.vert`: a shadow whose darkness is known at each vertex.
  package static let shadeVertex = text(PackageResources.shade_vert)
  /// `page-curl/body.vert`: the fore-edge of a stack of paper, or a board under it.
  package static let bodyVertex = text(PackageResources.body_vert)
  /// `page-curl/body.frag`: the fore-edge of a stack of paper.
  package static let bodyFragment = text(PackageResources.body_frag)
  /// `page-curl/board.frag`: the board of a cover under a stack of paper.
  package static let boardFragment = text(PackageResources.board_frag)
  /// `page-curl/lens.frag`: what a camera sees from the side, and its depth of field.
  package static let lensFragment = text(PackageResources.lens_frag)
  /// `page-curl/layer.vert`: a rectangle of a target on which a layer's picture is drawn.
  package static let layerVertex = text(PackageResources.layer_vert)
  /// `page-curl/layer.frag`: a layer's picture, scaled down.
  package static let layerFragment = text(PackageResources.layer_frag)

  /// `skybox/skybox.vert`: a box around the eye, at the far plane.
  package static let skyboxVertex = text(PackageResources.skybox_vert)
  /// `skybox/skybox.frag`: a cube map looked up by direction.
  package static let skyboxFragment = text(PackageResources.skybox_frag)

  /// `effects/effect.vert`: a triangle over the whole target.
  package static let effectVertex = text(PackageResources.effect_vert)
  /// `effects/copy.frag`: a picture as it is, or scaled.
  package static let copyFragment = text(PackageResources.copy_frag)
  /// `effects/blur.frag`: a blur along one axis.
  package static let blurFragment = text(PackageResources.blur_frag)
  /// `effects/bright.frag`: the light above a threshold.
  package static let brightFragment = text(PackageResources.bright_frag)
  /// `effects/matrix.frag`: a linear function of the color and the alpha.
  package static let matrixFragment = text(PackageResources.matrix_frag)
  /// `effects/curve.frag`: each color channel looked up in a curve.
  package static let curveFragment = text(PackageResources.curve_frag)
  /// `effects/edges.frag`: the steepness of the luma.
  package static let edgesFragment = text(PackageResources.edges_frag)
  /// `effects/key.frag`: a picture without what has the chroma of a color.
  package static let keyFragment = text(PackageResources.key_frag)
  /// `effects/blend.frag`: a layer over a picture.
  package static let blendFragment = text(PackageResources.blend_frag)

  private static let common = [
    "board": PackageResources.board_glsl, "coverage": PackageResources.coverage_glsl,
    "fold": PackageResources.fold_glsl, "narrow": PackageResources.narrow_glsl,
    "surface": PackageResources.surface_glsl, "through": PackageResources.through_glsl,
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for (name, bytes) in common {
      let include = "#include \"../common/\(name).glsl\"\n"
      if let place = text.firstRange(of: include) {
        text.replaceSubrange(place, with: String(decoding: bytes, as: UTF8.self))
      }
    }
    return text
  }
}
