// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client",
  dependencies: [.package(name: "GLESKit", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "GLES", package: "GLESKit"),
        .product(name: "ImageCoding", package: "GLESKit"),
        .product(name: "PageCurl", package: "GLESKit"),
        "Locks",
      ]),
    .target(name: "Locks"),
  ]
)
