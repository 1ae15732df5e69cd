// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Toon",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Toon", dependencies: [.product(name: "GLESKit", package: "GLESKit")],
      resources: [.embedInCode("shaders")], swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
