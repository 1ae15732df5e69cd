// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CurlBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "CurlBenchmark", dependencies: [.product(name: "GLESKit", package: "GLESKit")])
  ]
)
