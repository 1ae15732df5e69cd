// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ProfilingBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "ProfilingBenchmark", dependencies: [.product(name: "GLES", package: "GLESKit")])
  ]
)
