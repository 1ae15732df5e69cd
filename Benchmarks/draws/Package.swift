// swift-tools-version: 6.2
import PackageDescription

// `run` builds the program with the library of another commit, too.
let library = Context.environment["GLESKIT_LIBRARY"] ?? "../.."

let package = Package(
  name: "DrawBenchmark",
  dependencies: [.package(name: "GLESKit", path: library)],
  targets: [
    .executableTarget(
      name: "DrawBenchmark", dependencies: [.product(name: "GLES", package: "GLESKit")])
  ]
)
