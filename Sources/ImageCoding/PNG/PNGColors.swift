import GLESKitCLCMS
import GLESKitSupport

/// What the chunks `sRGB`, `gAMA` and `cHRM` of a PNG say about its colors.
///
/// It counts if there is no profile, as in Chromium 156: `cHRM` only together with `gAMA`, and
/// `gAMA` alone if it is more than 5 % from the usual 1/2.2, which marks files that are sRGB.
struct PNGColors {
  private var isSRGB = false
  /// The exponent of the stored values, times 100,000.
  private var gamma: Int?
  /// x and y of white, red, green and blue, times 100,000.
  private var chromaticities: [Int]?

  /// Reads the data of a chunk, of which the first of its type counts.
  mutating func read(_ type: some Collection<UInt8>, _ data: ArraySlice<UInt8>) {
    let numbers = stride(from: data.startIndex, to: data.endIndex - 3, by: 4).map {
      data[$0..<$0 + 4].bigEndianNumber
    }
    if type.elementsEqual("sRGB".utf8) { isSRGB = true }
    if type.elementsEqual("gAMA".utf8), data.count == 4 { gamma = gamma ?? numbers[0] }
    if type.elementsEqual("cHRM".utf8), data.count == 32 {
      chromaticities = chromaticities ?? numbers
    }
  }

  /// The profile of these colors; `nil` if they count as sRGB.
  var profile: ColorProfile? {
    guard !isSRGB, let gamma, (1_000...1_000_000).contains(gamma) else { return nil }
    if chromaticities == nil, (95_000...105_000).contains(gamma * 22 / 10) { return nil }
    let sRGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
    let places = (chromaticities ?? sRGB).map { Double($0) / 100_000 }
    func color(_ number: Int) -> cmsCIExyY {
      cmsCIExyY(x: places[2 * number], y: places[2 * number + 1], Y: 1)
    }
    var white = color(0)
    var primaries = cmsCIExyYTRIPLE(Red: color(1), Green: color(2), Blue: color(3))
    guard let curve = cmsBuildGamma(nil, 100_000 / Double(gamma)) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    let curves: [OpaquePointer?] = [curve, curve, curve]
    guard let profile = cmsCreateRGBProfile(&white, &primaries, curves) else { return nil }
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(profile, &bytes, &count) != 0 else { return nil }
    return ColorProfile(bytes)
  }
}
