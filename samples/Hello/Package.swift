// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Hello",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Hello",
      dependencies: [
        .product(name: "GLES", package: "GLESKit"),
        .product(name: "ImageCoding", package: "GLESKit"),
      ])
  ]
)
