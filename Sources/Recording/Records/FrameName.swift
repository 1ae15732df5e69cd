/// A pattern for the file names of a sequence, such as `frame-%04d.png`.
public struct FrameName: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was given.
  public let description: String
  private let prefix: String
  private let suffix: String
  private let digits: Int

  /// Parses a pattern.
  ///
  /// - Parameter pattern: A file name without folders. `%d` stands for the frame's number, `%04d`
  ///   for the number with leading zeros to 4 digits (1…9 are allowed), `%%` for a percent sign. It
  ///   must contain exactly one number, so that names differ.
  /// - Throws: ``RecordingError/frameName(_:reason:)``.
  public init(_ pattern: String) throws(RecordingError) {
    var parts = [""]
    var digits = 0
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts[parts.count - 1].append(character)
        continue
      }
      if rest.first == "%" {
        parts[parts.count - 1].append(contentsOf: "\(rest.removeFirst())")
        continue
      }
      let format = rest.prefix { $0 != "d" }
      rest = rest.dropFirst(format.count)
      guard rest.popFirst() == "d", let width = Self.width(format) else {
        throw .frameName(pattern, reason: "only %d, %0Nd and %% are allowed")
      }
      digits = width
      parts.append("")
    }
    guard parts.count == 2 else {
      throw .frameName(pattern, reason: "use exactly one number, such as %04d")
    }
    guard !pattern.contains("/") && !pattern.contains("\0") else {
      throw .frameName(pattern, reason: "use a file name without folders")
    }
    description = pattern
    prefix = parts[0]
    suffix = parts[1]
    self.digits = digits
  }

  /// The name of a frame, counted from 0.
  public func name(of number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// The number of the frame with this name, letter case aside; `nil` for any other name.
  func number(of name: String) -> Int? {
    let (name, start, end) = (name.lowercased(), prefix.lowercased(), suffix.lowercased())
    guard name.utf8.count > start.utf8.count + end.utf8.count, name.hasPrefix(start),
      name.hasSuffix(end),
      let number = Int(name.dropFirst(start.count).dropLast(end.count)), number >= 0
    else { return nil }
    return self.name(of: number).lowercased() == name ? number : nil
  }

  /// The path of a frame, counted from 0.
  func path(of number: Int, in folder: String) -> String {
    (folder.last == "/" ? folder : "\(folder)/") + name(of: number)
  }

  /// The digits of `%0Nd`, 0 for `%d`; `nil` for any other format.
  private static func width(_ format: Substring) -> Int? {
    if format.isEmpty { return 0 }
    guard format.count == 2, format.first == "0", let digit = format.last?.wholeNumberValue,
      format.allSatisfy(\.isASCII), digit > 0
    else { return nil }
    return digit
  }
}
