// swift-tools-version: 6.2
import PackageDescription

// What each product needs from Debian 12 (debian-packages.txt is the full list):
//
//   GLES and what draws with it    libgles2-mesa-dev libegl1-mesa-dev libgbm-dev
//   ImageCoding                     libspng-dev libturbojpeg0-dev libwebp-dev liblcms2-dev
//   GLESKit                         all of the above
//   Recording, pagecurl             all of the above, libisal-dev and nettle-dev; ffmpeg at
//                                   run time
//   pagecurl-pdf-worker             libpoppler-glib-dev and libqpdf-dev; pagecurl needs it for PDFs
//   shaderlint                      as GLES, and glslang-dev unless the trait Glslang is off
//
// SwiftPM builds only what a client's products use, so a program that draws needs no codec.
// Warnings are errors in make and CI (`-Xswiftc -warnings-as-errors`), never for clients.

/// A C library of Debian's. Its module map names what to link. There is no pkg-config name: SwiftPM
/// looks up every one in the package and warns clients about libraries that they don't use.
func system(_ name: String) -> Target {
  .systemLibrary(name: "GLESKit\(name)", path: "Sources/CLibraries/\(name)")
}

/// For modules that walk through pixels, triangles or characters, which takes many times as long in
/// a debug build without it.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

func library(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  _ settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: settings)
}

/// The glslang engine of shaderlint, on by default. `--disable-default-traits` builds without it.
let glslang: Target.Dependency = .target(
  name: "GLESKitCGlslang", condition: .when(traits: ["Glslang"]))

/// glslang's static archives in link order; Debian's pkg-config file lacks some of them.
let glslangArchives = [
  "glslang", "MachineIndependent", "OSDependent", "HLSL", "OGLCompiler", "GenericCodeGen", "SPIRV",
  "SPVRemapper", "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "stdc++",
]

/// Where Debian has the headers of GLib and cairo. As the build settings of a program, which no
/// client's product contains, they don't keep clients from using the package.
let popplerHeaders: [String] = {
  #if arch(arm64)
    let architecture = "aarch64-linux-gnu"
  #else
    let architecture = "x86_64-linux-gnu"
  #endif
  return [
    "/usr/include/glib-2.0", "/usr/lib/\(architecture)/glib-2.0/include", "/usr/include/cairo",
  ].flatMap { ["-Xcc", "-I\($0)"] }
}()

let package = Package(
  name: "GLESKit",
  products: [
    .library(
      name: "GLES",
      targets: ["GLES", "Offscreen", "OffscreenExecutor", "GLMath", "Imaging", "Profiling"]),
    .library(name: "FixedPipeline", targets: ["FixedPipeline"]),
    .library(name: "GLEffects", targets: ["GLEffects"]),
    .library(name: "PageCurl", targets: ["PageCurl", "Timeline"]),
    .library(name: "ImageCoding", targets: ["ImageCoding", "ImageLoading"]),
    .library(name: "Recording", targets: ["Recording"]),
    .library(name: "GLESKit", targets: ["GLESKit"]),
    .executable(name: "pagecurl", targets: ["PagecurlTool"]),
    .executable(name: "pagecurl-pdf-worker", targets: ["PDFWorker"]),
    .executable(name: "shaderlint", targets: ["ShaderlintTool"]),
    .executable(name: "shaderlint-worker", targets: ["ShaderlintWorker"]),
  ],
  traits: [
    .trait(name: "Glslang", description: "shaderlint --engine glslang; needs glslang-dev"),
    .default(enabledTraits: ["Glslang"]),
  ],
  targets: [
    system("CEGL"),
    system("CGLES2"),
    system("CGBM"),
    system("CGLES1"),  // tests only
    system("CIsal"),
    system("CLCMS"),
    system("CNettle"),
    system("CPoppler"),
    system("CQPDF"),
    system("CSpng"),
    system("CTurboJPEG"),
    system("CWebP"),
    system("CWebPMux"),
    system("CGlslang"),

    // C of our own, for loops that the C compiler vectorizes and Swift's does not. Those for
    // matrices and pixels are inline functions in a header, so there is nothing to build.
    .target(
      name: "GLESKitFrameKernels", dependencies: ["GLESKitCIsal"], path: "Sources/CKernels/Frames",
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      // Only Swift links what a module map names.
      linkerSettings: [.linkedLibrary("isal")]),
    .systemLibrary(name: "GLESKitMatrixKernels", path: "Sources/CKernels/Matrices"),
    .systemLibrary(name: "GLESKitPixelKernels", path: "Sources/CKernels/Pixels"),
    // Starts programs that end with us, which posix_spawn cannot.
    .target(name: "GLESKitSpawn", path: "Sources/CKernels/Spawn"),

    // The library, lowest room first; a target depends on targets above it only.
    library("GLESKitSupport", path: "Sources/Support", ["GLESKitSpawn"]),
    .target(
      name: "GLESKitShaders", path: "shaders",
      resources: [
        .embedInCode("common"), .embedInCode("effects"), .embedInCode("lighting"),
        .embedInCode("page-curl"), .embedInCode("skybox"),
      ]),
    library("CompilerLogs"),
    library("GLSL", ["CompilerLogs", "GLESKitSupport"], optimized),
    library("GLMath", ["GLESKitMatrixKernels"], optimized),
    library("Timeline"),
    library("Imaging", ["GLESKitPixelKernels"], optimized),
    library("Profiling", ["GLESKitSupport"]),
    library(
      "ImageCoding",
      [
        "Imaging", "GLESKitSupport", "GLESKitCLCMS", "GLESKitCSpng", "GLESKitCTurboJPEG",
        "GLESKitCWebP",
      ], optimized),
    // Apart from ImageCoding, so that the tools don't start Swift's concurrency.
    library("ImageLoading", ["ImageCoding", "GLESKitSupport"]),
    library(
      "GLES",
      [
        "CompilerLogs", "GLMath", "GLSL", "Imaging", "Profiling", "GLESKitCEGL", "GLESKitCGLES2",
        "GLESKitSupport",
      ]),
    library("Offscreen", ["GLES", "GLESKitCEGL", "GLESKitCGBM", "GLESKitSupport"]),
    // Apart from Offscreen, so that the tools don't start Swift's concurrency.
    library("OffscreenExecutor", ["GLES", "Offscreen", "GLESKitSupport"]),
    library("FixedPipeline", ["GLES", "GLMath", "GLESKitShaders"]),
    library("GLEffects", ["GLES", "GLMath", "Imaging", "GLESKitShaders"]),
    library(
      "PageCurl", ["GLES", "GLMath", "Imaging", "Timeline", "GLESKitShaders", "GLESKitSupport"],
      optimized),
    // One import for everything that an app draws with.
    library(
      "GLESKit",
      [
        "FixedPipeline", "GLEffects", "GLES", "GLMath", "ImageCoding", "ImageLoading", "Imaging",
        "OffscreenExecutor", "PageCurl", "Profiling", "Timeline",
      ]),
    // The web page that `pagecurl -o book.html` writes; scripts/bundle-web makes its script.
    .target(
      name: "GLESKitWebPage", path: "Sources/Recording/Web/Template",
      resources: [
        "page.html", "page.css", "gleskit-book.d.ts", "package.json",
      ].map { .embedInCode($0) }),
    library(
      "Recording",
      [
        "GLES", "ImageCoding", "Imaging", "Offscreen", "PageCurl", "Profiling", "Timeline",
        "GLESKitCNettle", "GLESKitCWebPMux", "GLESKitFrameKernels", "GLESKitShaders",
        "GLESKitSupport", "GLESKitWebPage",
      ],
      exclude: ["Web/Page", "Web/Template"]),
    .target(
      name: "ShaderLint",
      dependencies: ["CompilerLogs", "GLSL", "Profiling", "GLESKitSupport"],
      resources: [
        "babylon", "godot3", "kodi", "libgdx", "p5", "pixi", "processing", "retroarch", "three",
      ].map { .embedInCode("Presets/\($0).toml") }),

    // The tools: they parse arguments, call the library and print.
    library("GLESKitCommandLine", path: "Sources/CommandLine", ["Imaging", "GLESKitSupport"]),
    library(
      "GLESKitDoctor", path: "Sources/Tools/doctor",
      ["GLES", "Offscreen", "GLESKitCommandLine", "GLESKitSupport"]),
    library(
      "GLESKitEmulate", path: "Sources/Tools/emulate",
      ["CompilerLogs", "Imaging", "ShaderLint", "GLESKitCommandLine", "GLESKitSupport"]),
    .executableTarget(
      name: "PagecurlTool",
      dependencies: [
        "ImageCoding", "Imaging", "PageCurl", "Profiling", "Recording", "Timeline",
        "GLESKitCommandLine", "GLESKitFrameKernels", "GLESKitDoctor", "GLESKitSupport",
      ],
      path: "Sources/Tools/pagecurl"),
    // The part of pagecurl that links poppler, which it starts when it needs it.
    .executableTarget(
      name: "PDFWorker", dependencies: ["GLESKitCPoppler", "GLESKitCQPDF", "GLESKitSupport"],
      path: "Sources/Tools/pdf-worker", swiftSettings: [.unsafeFlags(popplerHeaders)]),
    .executableTarget(
      name: "ShaderlintTool",
      dependencies: [
        "CompilerLogs", "GLSL", "Profiling", "ShaderLint", "GLESKitCommandLine", "GLESKitEmulate",
        "GLESKitSupport",
      ],
      path: "Sources/Tools/shaderlint"),
    // The part of shaderlint that links EGL and glslang, which it starts when it needs them.
    .executableTarget(
      name: "ShaderlintWorker",
      dependencies: [
        "CompilerLogs", "GLES", "GLMath", "ImageCoding", "Imaging", "Offscreen", "ShaderLint",
        "GLESKitCommandLine", "GLESKitDoctor", "GLESKitEmulate", "GLESKitSupport", glslang,
      ],
      path: "Sources/Tools/shaderlint-worker",
      linkerSettings: glslangArchives.map { .linkedLibrary($0, .when(traits: ["Glslang"])) }),

    // Tests: one target for each module, and what they share.
    .target(
      name: "TestSupport",
      dependencies: [
        "CompilerLogs", "GLCallCounter", "GLSL", "Imaging", "ShaderLint", "GLESKitSupport",
      ],
      path: "Tests/TestSupport", exclude: ["pictures.py", "profiles.py"],
      swiftSettings: optimized),
    // A real ES 1.1 context, the judge of FixedPipeline.
    .target(
      name: "ES1",
      dependencies: [
        "FixedPipeline", "GLES", "GLMath", "TestSupport", "GLESKitCEGL", "GLESKitCGLES1",
      ],
      path: "Tests/ES1"),
    // Stands between the tests and GL: counts calls, and hides extensions of the driver.
    .target(
      name: "GLCallCounter", path: "Tests/GLCallCounter",
      linkerSettings: [.linkedLibrary("GLESv2"), .linkedLibrary("dl")]),
    tests("SupportTests", ["GLESKitSupport"]),
    tests("GLMathTests", ["GLMath"]),
    tests("TimelineTests", ["Timeline"]),
    tests("ImagingTests", ["Imaging"], exclude: ["effects.py"]),
    tests("ProfilingTests", ["Profiling", "GLESKitSupport"]),
    tests("ImageCodingTests", ["ImageCoding", "Imaging", "GLESKitSupport"]),
    tests("ImageLoadingTests", ["ImageLoading", "GLESKitSupport"]),
    tests(
      "FrameKernelsTests", ["ImageCoding", "Imaging", "GLESKitSupport"],
      exclude: ["pictures.c", "pictures.py"]),
    tests(
      "GLESTests",
      [
        "CompilerLogs", "GLCallCounter", "GLES", "GLMath", "GLSL", "Imaging", "Offscreen",
        "Profiling", "GLESKitCEGL", "GLESKitCGLES2", "GLESKitSupport",
      ]),
    tests(
      "OffscreenTests",
      ["GLES", "Imaging", "Offscreen", "OffscreenExecutor", "GLESKitCEGL", "GLESKitSupport"]),
    tests(
      "FixedPipelineTests",
      [
        "ES1", "FixedPipeline", "GLCallCounter", "GLES", "GLMath", "ImageCoding", "Imaging",
        "Offscreen", "GLESKitCGLES1", "GLESKitCGLES2", "GLESKitSupport",
      ]),
    tests(
      "GLEffectsTests",
      ["GLCallCounter", "GLEffects", "GLMath", "Imaging", "Offscreen"], optimized),
    tests(
      "PageCurlTests",
      [
        "GLCallCounter", "GLES", "GLMath", "ImageCoding", "Imaging", "Offscreen", "PageCurl",
        "Timeline", "GLESKitCGLES2",
      ],
      exclude: ["Goldens", "Paper/paper-shapes.py"], optimized),
    tests(
      "RecordingTests",
      [
        "ImageCoding", "Imaging", "Offscreen", "PageCurl", "Profiling", "Recording", "Timeline",
        "GLESKitShaders", "GLESKitSupport",
      ],
      exclude: ["Encoders/animation.py"]),
    tests("CompilerLogsTests", ["CompilerLogs"], exclude: ["Logs"]),
    tests("GLSLTests", ["CompilerLogs", "GLSL", "GLESKitSupport"], exclude: ["Cases"]),
    tests(
      "ShaderLintTests",
      [
        "CompilerLogs", "GLCallCounter", "GLSL", "ImageCoding", "Imaging", "ShaderLint",
        "ShaderlintTool", "ShaderlintWorker", "GLESKitCommandLine", "GLESKitSupport",
      ],
      exclude: ["Cases", "Schemas"]),
    tests("CommandLineTests", ["Imaging", "GLESKitCommandLine", "GLESKitSupport"]),
    tests(
      "DoctorTests",
      [
        "GLES", "Offscreen", "PagecurlTool", "ShaderlintTool", "ShaderlintWorker",
        "GLESKitCommandLine", "GLESKitDoctor", "GLESKitSupport",
      ]),
    tests(
      "PagecurlToolTests",
      [
        "ImageCoding", "Imaging", "PagecurlTool", "Recording", "GLESKitCommandLine",
        "GLESKitSupport",
      ],
      exclude: ["Pages", "locked-pdf.py"]),
  ]
)
