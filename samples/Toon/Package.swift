// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Toon",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Toon",
      dependencies: [
        .product(name: "FixedPipeline", package: "GLESKit"),
        .product(name: "GLES", package: "GLESKit"),
        .product(name: "ImageCoding", package: "GLESKit"),
      ],
      resources: [.embedInCode("shaders")], swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
