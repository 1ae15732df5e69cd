// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FixedBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .target(name: "Peer", linkerSettings: [.linkedLibrary("GLESv2")]),
    .executableTarget(
      name: "FixedBenchmark",
      dependencies: ["Peer", .product(name: "GLESKit", package: "GLESKit")]),
  ]
)
