// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Debian's package list lives in `debian-packages.txt` only: the Makefile and CI install from it,
/// and the pkg-config names below are what those packages bring.
func system(_ name: String, _ pkgConfig: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig)
}

/// No warning is left standing in our own code.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: strict)
}

/// The glslang engine of `shaderlint` is built where Debian's glslang-dev is installed, and left out,
/// with a sentence at run time, where it is not: the library is static and large.
let hasGlslang = ["/usr/include", "/usr/local/include"].contains {
  FileManager.default.fileExists(atPath: "\($0)/glslang/Include/glslang_c_interface.h")
}

/// Static archives in the order in which they need each other; pkg-config's list lacks some.
let glslangArchives = [
  "glslang", "MachineIndependent", "OSDependent", "HLSL", "OGLCompiler", "GenericCodeGen", "SPIRV",
  "SPVRemapper", "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "stdc++",
]

let package = Package(
  name: "GLESKit",
  products: [
    .library(
      name: "GLESKit",
      targets: [
        "Files", "Shaders", "Pixels", "GLMath", "Timeline", "Imaging", "CompilerLogs", "GLES",
        "FixedPipeline",
        "Offscreen", "PageCurl", "Recording", "ShaderLint",
      ])
  ],
  targets: [
    // C libraries, by pkg-config; nothing but a header and a link line.
    system("CEGL", "egl"),
    system("CGLES2", "glesv2"),
    system("CGBM", "gbm"),
    system("CGLES1", "glesv1_cm"),  // tests only
    system("CIsal", "libisal"),
    system("CSpng", "spng"),
    system("CTurboJPEG", "libturbojpeg"),
    system("CWebP", "libwebp"),
    system("CWebPMux", "libwebpmux"),
    .systemLibrary(name: "CGlslang", path: "Sources/System/CGlslang"),
    // Ours, but as those a header with nothing to build: vector arithmetic, inline, where Swift's does
    // not become vectors.
    .systemLibrary(name: "MatrixKernels", path: "Sources/System/MatrixKernels"),

    // The library, lowest room first; arrows point up this list only.
    library("Files"),
    // Real shader files that a person can open, embedded so that no program needs them beside it.
    .target(
      name: "Shaders", path: "shaders",
      resources: [.embedInCode("lighting"), .embedInCode("page-curl"), .embedInCode("skybox")],
      swiftSettings: strict),
    // The page for the browser, of plain HTML, CSS and JavaScript files; likewise.
    .target(
      name: "WebTemplate", path: "samples/web",
      exclude: ["README.md", "book.jpg", "browser.py", "check"],
      resources: [
        "page.html", "page.css", "curl.js", "mesh.js", "renderer.js", "book.js", "page.js",
      ]
      .map { .embedInCode($0) },
      swiftSettings: strict),
    library("Pixels"),
    library("Spelling"),
    library("GLMath", ["MatrixKernels"]),
    library("Timeline"),
    library("CommandLineTool", ["Files", "Pixels", "Spelling"]),
    library("Imaging", ["Files", "Pixels", "CSpng", "CTurboJPEG", "CWebP"]),
    library("CompilerLogs"),
    library("GLES", ["CGLES2", "CompilerLogs", "Files", "GLMath", "Pixels", "Spelling"]),
    library("Offscreen", ["CEGL", "CGBM", "Files", "GLES"]),
    library("InfoCommand", ["CommandLineTool", "Files", "GLES", "Offscreen"]),
    library("FixedPipeline", ["GLES", "GLMath", "Shaders"]),
    library("PageCurl", ["GLES", "GLMath", "Pixels", "Shaders", "Spelling", "Timeline"]),
    // Byte loops in C, which vectorises what Swift does not.
    .target(name: "FrameKernels", dependencies: ["CIsal"]),
    library(
      "Recording",
      [
        "CWebPMux", "Files", "FrameKernels", "GLES", "Imaging", "Offscreen", "PageCurl", "Pixels",
        "Shaders", "Timeline", "WebTemplate",
      ]),
    .target(
      name: "ShaderLint",
      dependencies: ["CommandLineTool", "CompilerLogs", "Files", "GLES", "Offscreen", "Spelling"]
        + (hasGlslang ? ["CGlslang"] : []),
      swiftSettings: strict + (hasGlslang ? [.define("GLSLANG")] : []),
      linkerSettings: hasGlslang ? glslangArchives.map { .linkedLibrary($0) } : []),

    // The tools: they parse arguments and call the library.
    tool(
      "pagecurl",
      [
        "CommandLineTool", "Files", "Imaging", "InfoCommand", "PageCurl", "Pixels", "Recording",
        "Timeline",
      ]),
    tool("shaderlint", ["CommandLineTool", "CompilerLogs", "Files", "InfoCommand", "ShaderLint"]),

    .target(
      name: "TestSupport", dependencies: ["Files"], path: "Tests/Support", swiftSettings: strict),
    tests("FilesTests", ["Files"]),
    tests("SpellingTests", ["Spelling"]),
    tests("GLMathTests", ["GLMath"]),
    // Real ES 1.1, the judge of FixedPipeline.
    .target(
      name: "ES1",
      dependencies: ["CEGL", "CGLES1", "FixedPipeline", "GLES", "GLMath", "TestSupport"],
      path: "Tests/ES1", swiftSettings: strict),
    // Stands between the tests and GL: counts calls, and hides what a driver can.
    .target(
      name: "GLCallCounter", path: "Tests/GLCallCounter",
      linkerSettings: [.linkedLibrary("GLESv2"), .linkedLibrary("dl")]),
    tests(
      "FixedPipelineTests",
      [
        "GLCallCounter", "ES1", "Files", "FixedPipeline", "GLES", "GLMath", "Imaging", "Offscreen",
        "Pixels",
      ]),
    tests(
      "GLESTests",
      ["CEGL", "CGLES2", "CompilerLogs", "Files", "GLES", "GLMath", "Offscreen", "Pixels"]),
    tests("InfoCommandTests", ["CommandLineTool", "InfoCommand", "Offscreen"]),
    tests("OffscreenTests", ["CEGL", "Files", "GLES", "Offscreen", "Pixels"]),
    tests(
      "PagecurlCommandTests", ["CommandLineTool", "Files", "Imaging", "Pixels", "pagecurl"],
      exclude: ["Pages"]),
    tests(
      "RecordingTests",
      ["Files", "Imaging", "Offscreen", "PageCurl", "Pixels", "Recording", "Shaders", "Timeline"],
      exclude: ["animation.py"]),
    tests(
      "FrameKernelsTests", ["Files", "Imaging", "Pixels"], exclude: ["pictures.c", "pictures.py"]),
    tests("TimelineTests", ["Timeline"]),
    tests("CommandLineToolTests", ["CommandLineTool", "Files", "Pixels"]),
    tests("ImagingTests", ["Imaging", "Files", "Pixels"], exclude: ["pictures.py"]),
    tests(
      "ShaderLintTests",
      ["CommandLineTool", "CompilerLogs", "Files", "GLES", "ShaderLint", "shaderlint"],
      exclude: ["Cases", "Logs", "Schemas"]),
    tests(
      "PageCurlTests",
      [
        "GLCallCounter", "GLES", "GLMath", "Imaging", "Offscreen", "PageCurl", "Pixels", "Timeline",
      ],
      exclude: ["Goldens"]),
  ]
)
