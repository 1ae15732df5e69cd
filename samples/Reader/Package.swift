// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Reader",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .systemLibrary(name: "CSDL2"),
    .executableTarget(
      name: "Reader",
      dependencies: ["CSDL2", .product(name: "GLESKit", package: "GLESKit")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
