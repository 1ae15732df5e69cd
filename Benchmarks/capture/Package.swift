// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CaptureBenchmark",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    // OpenBook.swift and BookPainter.swift are those of samples/Reader.
    .executableTarget(
      name: "CaptureBenchmark",
      dependencies: [
        .product(name: "GLESKit", package: "GLESKit"),
        .product(name: "Recording", package: "GLESKit"),
      ])
  ]
)
