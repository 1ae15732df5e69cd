import GLESKitSupport
import Imaging

/// The page curl with the keys of Core Animation's `pageCurl` filter and of Core Image's page-curl
/// transitions. Like theirs, its pages curl around a cylinder.
///
/// ```swift
/// let filter = PageCurlFilter()
/// filter.setDefaults()
/// try filter.setValue(.number(0.4), forKey: "inputTime")
/// try filter.setValue(.number(.pi), forKey: "inputAngle")
/// ```
///
/// ``onCall`` receives every call, for example to trace them.
public final class PageCurlFilter {
  /// The filter's type, always `pageCurl`.
  public let type = "pageCurl"
  /// A name for the caller's use. Default: the type.
  public var name: String
  /// Whether the filter curls the page; otherwise the page stays flat. Default: `true`.
  public var enabled = true
  /// Whether textures are kept from one drawing to the next. Default: `true`.
  public var cachesInputImage = true
  /// A function that is called after each call of the filter's methods.
  public var onCall: ((Call) -> Void)?

  private var values: [String: PageCurlFilterValue] = [:]
  /// The pictures that have a texture, by key.
  var cachedPages: [String: (image: Image, page: CurlPage)] = [:]

  /// A call of the filter, and its result.
  public struct Call: Hashable, Sendable {
    /// The method's name, such as `setValue(_:forKey:)`.
    public let name: String
    /// The key; `nil` for methods without one.
    public let key: String?
    /// The value that was passed; `nil` for methods without one.
    public let value: PageCurlFilterValue?
    /// The value that was returned; `nil` if there was none.
    public let result: PageCurlFilterValue?
    /// The error that was thrown; `nil` if the call succeeded.
    public let error: PageCurlFilterError?
  }

  /// Makes a filter without values; see ``setDefaults()``.
  public init(name: String = "pageCurl") {
    self.name = name
  }

  /// The keys that have a default value, and these values.
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
      kinds[key] = "an image"
    }
    return kinds
  }()

  /// All keys, sorted.
  public static var inputKeys: [String] { kinds.keys.sorted() }

  /// Sets all default values and removes all other values.
  public func setDefaults() {
    values = Self.defaults
    report("setDefaults()")
  }

  /// Sets a value, or removes it with `nil`.
  ///
  /// - Throws: ``PageCurlFilterError/unknownKey(_:suggestion:)``,
  ///   ``PageCurlFilterError/wrongKind(key:wanted:given:)`` or
  ///   ``PageCurlFilterError/notFinite(key:)``; the filter is then unchanged.
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

  /// Returns the value of a key, or `nil` if there is none.
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

  /// Returns an independent filter with the same name and values, without ``onCall``.
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

  /// Decodes what ``encode(to:)`` encoded, and checks its keys and kinds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    guard type == "pageCurl" else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container,
        debugDescription: "the type is '\(type)' instead of 'pageCurl'")
    }
    name = try container.decode(String.self, forKey: .name)
    enabled = try container.decode(Bool.self, forKey: .enabled)
    cachesInputImage = try container.decode(Bool.self, forKey: .cachesInputImage)
    values = try container.decode([String: PageCurlFilterValue].self, forKey: .values)
    for (key, value) in values { try Self.check(value, key) }
  }
}

extension PageCurlFilter: Codable {
  /// Encodes the type, the name, the switches and the values.
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
