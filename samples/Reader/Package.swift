// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Reader",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .systemLibrary(name: "CSDL2"),
    .executableTarget(
      name: "Reader",
      dependencies: [
        "CSDL2",
        .product(name: "GLESKit", package: "GLESKit"),
        .product(name: "Recording", package: "GLESKit"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
