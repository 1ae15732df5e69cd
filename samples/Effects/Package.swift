// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Effects",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Effects", dependencies: [.product(name: "ImageCoding", package: "GLESKit")])
  ]
)
