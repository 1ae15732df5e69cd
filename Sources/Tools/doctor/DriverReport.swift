import GLES
import GLESKitCommandLine
import GLESKitSupport
import Offscreen

/// A report on the driver: routes, EGL, GL, limits and extensions.
package struct DriverReport: Sendable {
  /// The routes that were tried, in order.
  package let attempts: [Attempt]
  private let context: Opened?

  /// What is known of an open context.
  private struct Opened {
    let route: Route
    let egl: EGLDescription
    let driver: Context.Driver
    let limits: Limits
    let precision: PrecisionReport
    let extensions: [String]
  }

  /// Makes the report on an open context.
  ///
  /// - Parameters:
  ///   - offscreen: The context, which is current.
  ///   - attempts: The attempts to list; `nil` lists those that opened the context.
  package init(of offscreen: OffscreenContext, attempts: [Attempt]? = nil) {
    self.attempts = attempts ?? offscreen.attempts
    context = Opened(
      route: offscreen.route, egl: offscreen.egl, driver: offscreen.gl.driver,
      limits: offscreen.gl.limits, precision: PrecisionReport(of: offscreen.gl),
      extensions: offscreen.gl.extensions.sorted())
  }

  /// Makes the report on attempts that have all failed.
  init(attempts: [Attempt]) {
    self.attempts = attempts
    context = nil
  }

  /// Returns the report as text.
  package func text(listsExtensions: Bool) -> String {
    var lines = ["Routes"]
    lines += attempts.map { "  \($0)\($0.route == context?.route ? " (in use)" : "")" }
    if let context { lines += Self.lines(context, listsExtensions: listsExtensions) }
    return lines.map { "\($0)\n" }.joined()
  }

  private static func lines(_ context: Opened, listsExtensions: Bool) -> [String] {
    let (egl, driver) = (context.egl, context.driver)
    var lines =
      ["EGL"]
      + table([
        ("vendor", egl.vendor), ("version", egl.version),
        ("client APIs", egl.clientAPIs.joined(separator: " ")),
        ("device", egl.deviceName ?? "name unknown"),
        ("draws with", egl.isSoftware.map { $0 ? "software" : "hardware" } ?? "unknown"),
      ])
    lines +=
      ["OpenGL ES"]
      + table([
        ("vendor", driver.vendor), ("renderer", driver.renderer), ("version", driver.version),
        ("GLSL", driver.shadingLanguageVersion),
      ])
    lines += ["Limits"] + table(rows(of: context.limits).map { ($0.name, $0.text) })
    lines += ["Precision"] + table(context.precision.rows)
    let extensions = [
      ("GL", context.extensions), ("EGL", egl.extensions), ("EGL client", egl.clientExtensions),
    ]
    guard listsExtensions else {
      return lines + ["Extensions (--extensions lists them)"]
        + table(extensions.map { ($0, "\($1.count)") })
    }
    return lines
      + extensions.flatMap { ["\($0) extensions (\($1.count))"] + $1.map { "  \($0)" } }
  }

  /// The report as members of a JSON object. Without a driver there are only the attempts.
  package var members: [JSON.Member] {
    var members: [JSON.Member] = [JSON.Member("version", .string(gleskitVersion))]
    if let context { members.append(JSON.Member("route", "\(context.route)")) }
    members.append(JSON.Member("attempts", .array(attempts.map(Self.json))))
    guard let context else { return members }
    let (egl, driver) = (context.egl, context.driver)
    let details: JSON = [
      "egl": [
        "vendor": .string(egl.vendor), "version": .string(egl.version),
        "clientAPIs": Self.list(egl.clientAPIs),
        "device": egl.deviceName.map(JSON.string) ?? .null,
        "software": egl.isSoftware.map(JSON.bool) ?? .null,
        "extensions": Self.list(egl.extensions),
        "clientExtensions": Self.list(egl.clientExtensions),
      ],
      "driver": [
        "vendor": .string(driver.vendor), "renderer": .string(driver.renderer),
        "version": .string(driver.version),
        "shadingLanguageVersion": .string(driver.shadingLanguageVersion),
      ],
      "limits": .object(Self.rows(of: context.limits).map { JSON.Member($0.key, $0.value) }),
      "precision": context.precision.json, "extensions": Self.list(context.extensions),
    ]
    return members + details.members
  }

  private typealias LimitRow = (name: String, key: String, text: String, value: JSON)

  private static func rows(of limits: Limits) -> [LimitRow] {
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
