// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Lantern",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Lantern", dependencies: [.product(name: "GLESKit", package: "GLESKit")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
