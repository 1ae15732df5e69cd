// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ImagesBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "ImagesBenchmark", dependencies: [.product(name: "ImageCoding", package: "GLESKit")])
  ]
)
