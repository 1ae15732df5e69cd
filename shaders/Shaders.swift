/// The GLSL ES 1.00 files of this folder, embedded in the program: nothing is looked for at run time.
///
/// Each `.vert` and `.frag` is a whole shader that any ES 2.0 driver and WebGL 1 compile as it stands; a
/// `.glsl` holds functions to be pasted into one.
package enum Shaders {
  /// The terms of ES 1.1's lighting equation as functions, to be pasted into a stage:
  /// `lighting/lighting.glsl`.
  package static let lighting = text(PackageResources.lighting_glsl)
  /// `page-curl/paper.vert`: paper whose vertices were placed on the CPU.
  package static let paperVertex = text(PackageResources.paper_vert)
  /// `page-curl/paper.frag`: lit paper, one sample a pixel.
  package static let paperFragment = text(PackageResources.paper_frag)
  /// `page-curl/edge.vert`: level paper whose edges are worked out for each pixel.
  package static let edgeVertex = text(PackageResources.edge_vert)
  /// `page-curl/edge.frag`: level paper with anti-aliased edges.
  package static let edgeFragment = text(PackageResources.edge_frag)
  /// `page-curl/fold.vert`: paper on the cylinder that is put in its place pixel by pixel.
  package static let foldVertex = text(PackageResources.fold_vert)
  /// `page-curl/fold.frag`: paper on the cylinder, filtered along the curl.
  package static let foldFragment = text(PackageResources.fold_frag)
  /// `page-curl/shadow.vert`: the share of an area light that the sheet hides.
  package static let shadowVertex = text(PackageResources.shadow_vert)
  /// `page-curl/shadow.frag`: a shadow's colour.
  package static let shadowFragment = text(PackageResources.shadow_frag)
  /// `page-curl/curl.vert`: the curl as a deformation of a mesh.
  package static let curlVertex = text(PackageResources.curl_vert)
  /// `page-curl/cone.vert`: a leaf rolled on a cone.
  package static let coneVertex = text(PackageResources.cone_vert)

  /// `skybox/skybox.vert`: a box around the eye, at the far plane.
  package static let skyboxVertex = text(PackageResources.skybox_vert)
  /// `skybox/skybox.frag`: a cube map looked up by direction.
  package static let skyboxFragment = text(PackageResources.skybox_frag)
  /// `page-curl/layer.vert`: a rectangle of a target that takes a layer's picture.
  package static let layerVertex = text(PackageResources.layer_vert)
  /// `page-curl/layer.frag`: a layer's picture, made smaller.
  package static let layerFragment = text(PackageResources.layer_frag)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
