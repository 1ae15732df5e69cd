// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "UploadBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "UploadBenchmark", dependencies: [.product(name: "GLES", package: "GLESKit")])
  ]
)
