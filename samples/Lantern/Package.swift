// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Lantern",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Lantern",
      dependencies: [
        .product(name: "FixedPipeline", package: "GLESKit"),
        .product(name: "GLES", package: "GLESKit"),
        .product(name: "ImageCoding", package: "GLESKit"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
