// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Effects",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Effects",
      dependencies: [
        .product(name: "GLEffects", package: "GLESKit"),
        .product(name: "GLES", package: "GLESKit"),
        .product(name: "ImageCoding", package: "GLESKit"),
      ])
  ]
)
