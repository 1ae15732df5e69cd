import GLES
import GLESKitCommandLine
import GLESKitSupport
import Offscreen

/// A report on the driver: routes, EGL, GL, limits and extensions.
package struct DriverReport: Sendable {
  /// The routes that were tried, in order.
  package let attempts: [Attempt]
  /// The route that the tools use.
  package let route: Route
  /// EGL's description.
  package let egl: EGLDescription
  /// GL's description.
  package let driver: Context.Driver
  /// The driver's limits.
  package let limits: Limits
  /// GL's extensions, sorted.
  package let extensions: [String]

  /// Makes the report on an open context.
  ///
  /// - Parameters:
  ///   - offscreen: The context.
  ///   - attempts: The attempts to list; `nil` lists those that opened the context.
  package init(of offscreen: OffscreenContext, attempts: [Attempt]? = nil) {
    self.attempts = attempts ?? offscreen.attempts
    route = offscreen.route
    egl = offscreen.egl
    driver = offscreen.gl.driver
    limits = offscreen.gl.limits
    extensions = offscreen.gl.extensions.sorted()
  }

  /// The report as text.
  package var text: String {
    var lines = ["Routes"]
    lines += attempts.map { "  \($0)\($0.route == route ? " (in use)" : "")" }
    lines +=
      ["EGL"]
      + table([
        ("vendor", egl.vendor), ("version", egl.version),
        ("client APIs", egl.clientAPIs.joined(separator: " ")),
      ])
    lines +=
      ["OpenGL ES"]
      + table([
        ("vendor", driver.vendor), ("renderer", driver.renderer), ("version", driver.version),
        ("GLSL", driver.shadingLanguageVersion),
      ])
    lines += ["Limits"] + table(limitRows.map { ($0.name, $0.text) })
    lines += ["GL extensions (\(extensions.count))"] + extensions.map { "  \($0)" }
    lines += ["EGL extensions (\(egl.extensions.count))"] + egl.extensions.map { "  \($0)" }
    lines += ["EGL client extensions (\(egl.clientExtensions.count))"]
    lines += egl.clientExtensions.map { "  \($0)" }
    return lines.map { "\($0)\n" }.joined()
  }

  /// The report as JSON, with this type's properties as members.
  package var json: JSON {
    [
      "version": .string(gleskitVersion),
      "route": "\(route)",
      "attempts": .array(attempts.map(Self.json)),
      "egl": [
        "vendor": .string(egl.vendor), "version": .string(egl.version),
        "clientAPIs": Self.list(egl.clientAPIs), "extensions": Self.list(egl.extensions),
        "clientExtensions": Self.list(egl.clientExtensions),
      ],
      "driver": [
        "vendor": .string(driver.vendor), "renderer": .string(driver.renderer),
        "version": .string(driver.version),
        "shadingLanguageVersion": .string(driver.shadingLanguageVersion),
      ],
      "limits": .object(limitRows.map { JSON.Member($0.key, $0.value) }),
      "extensions": Self.list(extensions),
    ]
  }

  private typealias LimitRow = (name: String, key: String, text: String, value: JSON)

  private var limitRows: [LimitRow] {
    func number(_ name: String, _ key: String, _ value: Int) -> LimitRow {
      (name, key, "\(value)", .integer(value))
    }
    func range(_ name: String, _ key: String, _ value: ClosedRange<Float>) -> LimitRow {
      let ends = [Double(value.lowerBound), Double(value.upperBound)]
      return (name, key, "\(ends[0])…\(ends[1])", .array(ends.map(JSON.number)))
    }
    let viewport = limits.viewportSize
    return [
      number("texture size", "textureSize", limits.textureSize),
      number("cube map size", "cubeMapTextureSize", limits.cubeMapTextureSize),
      number("renderbuffer size", "renderbufferSize", limits.renderbufferSize),
      (
        "viewport", "viewportSize", "\(viewport.x)×\(viewport.y)",
        [.integer(viewport.x), .integer(viewport.y)]
      ),
      number("vertex attributes", "vertexAttributes", limits.vertexAttributes),
      number("vertex uniform vectors", "vertexUniformVectors", limits.vertexUniformVectors),
      number("fragment uniform vectors", "fragmentUniformVectors", limits.fragmentUniformVectors),
      number("varying vectors", "varyingVectors", limits.varyingVectors),
      number("texture units", "textureUnits", limits.textureUnits),
      number("vertex texture units", "vertexTextureUnits", limits.vertexTextureUnits),
      number("combined texture units", "combinedTextureUnits", limits.combinedTextureUnits),
      range("point size", "pointSize", limits.pointSize),
      range("line width", "lineWidth", limits.lineWidth),
      number("fragment highp bits", "fragmentHighFloatBits", limits.fragmentHighFloatBits),
    ]
  }

  private func table(_ rows: [(name: String, value: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(value)"
    }
  }

  private static func list(_ strings: [String]) -> JSON { .array(strings.map(JSON.string)) }

  private static func json(_ attempt: Attempt) -> JSON {
    switch attempt.outcome {
    case .opened: return ["route": "\(attempt.route)", "opened": true]
    case .failed(let failure):
      return [
        "route": "\(attempt.route)", "opened": false, "function": .string(failure.function),
        "error": failure.error.map(JSON.string) ?? .null,
        "message": failure.message.map(JSON.string) ?? .null, "cause": .string(failure.cause),
        "remedy": .string(failure.remedy),
      ]
    }
  }
}
