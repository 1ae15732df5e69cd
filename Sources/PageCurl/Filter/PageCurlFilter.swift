import GLESKitSupport
import Imaging

/// The page curl behind the keyed interface that people know from Core Animation's `pageCurl` filter and
/// Core Image's page-curl transitions.
///
/// ```swift
/// let filter = PageCurlFilter()
/// filter.setDefaults()
/// try filter.setValue(.number(0.4), forKey: "inputTime")
/// try filter.setValue(.number(.pi), forKey: "inputAngle")
/// ```
///
/// Every call can be watched with ``onCall``, which is how the original was explored.
public final class PageCurlFilter {
  /// The filter's type, always `pageCurl`.
  public let type = "pageCurl"
  /// A name of the caller's choice. Default: the type.
  public var name: String
  /// Whether the filter does anything; if not, the page stays flat. Default: `true`.
  public var enabled = true
  /// Whether pictures stay on the GPU from one drawing to the next. Default: `true`.
  public var cachesInputImage = true
  /// Called after each call of the filter's methods.
  public var onCall: ((Call) -> Void)?

  private var values: [String: PageCurlFilterValue] = [:]
  /// The pictures that are on the GPU, by key.
  var cachedPages: [String: (image: Image, page: CurlPage)] = [:]

  /// A call that was made, and how it ended.
  public struct Call: Hashable, Sendable {
    /// The method's name, such as `setValue(_:forKey:)`.
    public let name: String
    /// The key that was asked for; `nil` for methods without one.
    public let key: String?
    /// The value that was given; `nil` for methods without one.
    public let value: PageCurlFilterValue?
    /// The value that was returned; `nil` where there was none.
    public let result: PageCurlFilterValue?
    /// What was thrown; `nil` where the call succeeded.
    public let error: PageCurlFilterError?
  }

  /// A filter without values; see ``setDefaults()``.
  public init(name: String = "pageCurl") {
    self.name = name
  }

  /// The keys, and a value of the kind that each takes: its default where it has one.
  static let defaults: [String: PageCurlFilterValue] = [
    "inputTime": .number(0), "inputAngle": .number(0), "inputRadius": .number(100),
    "inputFrontEnabled": .flag(true), "inputBackEnabled": .flag(true),
    "inputFrontColor": .color(SIMD4(repeating: 1)), "inputBackColor": .color(SIMD4(repeating: 1)),
    "inputShadowColor": .color(SIMD4(0, 0, 0, 1)), "inputShadowSize": .number(0.35),
    "inputShadowAmount": .number(0.45),
  ]

  private static let kinds: [String: String] = {
    var kinds = defaults.mapValues(\.kind)
    for key in ["inputShadowBounds", "inputShadowExtent", "inputExtent"] {
      kinds[key] = PageCurlFilterValue.rectangle(.zero).kind
    }
    for key in ["inputImage", "inputTargetImage", "inputBacksideImage", "inputShadingImage"] {
      kinds[key] = "a picture"
    }
    return kinds
  }()

  /// All keys, in the order of the alphabet.
  public static var inputKeys: [String] { kinds.keys.sorted() }

  /// Gives every key that has one its default value and takes away all others.
  public func setDefaults() {
    values = Self.defaults
    report("setDefaults()")
  }

  /// Sets a value; `nil` takes it away.
  ///
  /// - Throws: ``PageCurlFilterError/unknownKey(_:suggestion:)``,
  ///   ``PageCurlFilterError/wrongKind(key:wanted:given:)``, ``PageCurlFilterError/notFinite(key:)``; the
  ///   filter stays as it was.
  public func setValue(
    _ value: PageCurlFilterValue?, forKey key: String
  ) throws(PageCurlFilterError) {
    do throws(PageCurlFilterError) {
      try Self.check(value, key)
      values[key] = value
      report("setValue(_:forKey:)", key: key, value: value)
    } catch {
      report("setValue(_:forKey:)", key: key, value: value, error: error)
      throw error
    }
  }

  /// The value of a key; `nil` where there is none.
  ///
  /// - Throws: ``PageCurlFilterError/unknownKey(_:suggestion:)``.
  public func value(forKey key: String) throws(PageCurlFilterError) -> PageCurlFilterValue? {
    do throws(PageCurlFilterError) {
      try Self.check(nil, key)
      report("value(forKey:)", key: key, result: values[key])
      return values[key]
    } catch {
      report("value(forKey:)", key: key, error: error)
      throw error
    }
  }

  /// A filter with the same name and values, which changes on its own from now on. The watcher is not
  /// copied.
  public func copy() -> PageCurlFilter {
    let copy = PageCurlFilter(name: name)
    copy.enabled = enabled
    copy.cachesInputImage = cachesInputImage
    copy.values = values
    report("copy()")
    return copy
  }

  subscript(_ key: String) -> PageCurlFilterValue? { values[key] ?? Self.defaults[key] }

  private static func check(
    _ value: PageCurlFilterValue?, _ key: String
  ) throws(PageCurlFilterError) {
    guard let wanted = kinds[key] else {
      throw .unknownKey(key, suggestion: Spelling.closest(to: key, in: inputKeys))
    }
    guard let value else { return }
    guard value.kind == wanted else {
      throw .wrongKind(key: key, wanted: wanted, given: value.kind)
    }
    guard value.isFinite else { throw .notFinite(key: key) }
  }

  private func report(
    _ name: String, key: String? = nil, value: PageCurlFilterValue? = nil,
    result: PageCurlFilterValue? = nil, error: PageCurlFilterError? = nil
  ) {
    onCall?(Call(name: name, key: key, value: value, result: result, error: error))
  }

  private enum CodingKeys: String, CodingKey {
    case type, name, enabled, cachesInputImage, values
  }

  /// Reads what ``encode(to:)`` wrote; keys and kinds are checked.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    guard type == "pageCurl" else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "a '\(type)' is no pageCurl filter")
    }
    name = try container.decode(String.self, forKey: .name)
    enabled = try container.decode(Bool.self, forKey: .enabled)
    cachesInputImage = try container.decode(Bool.self, forKey: .cachesInputImage)
    values = try container.decode([String: PageCurlFilterValue].self, forKey: .values)
    for (key, value) in values { try Self.check(value, key) }
  }
}

extension PageCurlFilter: Codable {
  /// Writes type, name, switches and values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    try container.encode(name, forKey: .name)
    try container.encode(enabled, forKey: .enabled)
    try container.encode(cachesInputImage, forKey: .cachesInputImage)
    try container.encode(values, forKey: .values)
    report("encode(to:)")
  }
}
