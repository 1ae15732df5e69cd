import Foundation
import Imaging
import PageCurl
import Testing

@Suite(.serialized) struct PageCurlFilterTests {
  private func filter(_ front: Image) throws -> PageCurlFilter {
    let filter = PageCurlFilter()
    filter.setDefaults()
    try filter.setValue(.image(front), forKey: "inputImage")
    try filter.setValue(.number(.pi), forKey: "inputAngle")
    try filter.setValue(.number(12), forKey: "inputRadius")
    return filter
  }

  @Test func itHasTheKeysThatPeopleKnow() throws {
    let filter = PageCurlFilter()
    #expect(filter.type == "pageCurl")
    #expect(filter.name == "pageCurl")
    #expect(filter.enabled && filter.cachesInputImage)
    for key in [
      "inputTime", "inputAngle", "inputRadius", "inputFrontEnabled", "inputBackEnabled",
      "inputFrontColor", "inputBackColor", "inputShadowColor", "inputShadowBounds",
      "inputShadowSize", "inputShadowAmount", "inputShadowExtent", "inputImage",
      "inputTargetImage", "inputBacksideImage", "inputShadingImage", "inputExtent",
    ] {
      #expect(PageCurlFilter.inputKeys.contains(key))
      #expect(try filter.value(forKey: key) == nil)
    }
    filter.setDefaults()
    #expect(try filter.value(forKey: "inputTime") == .number(0))
    try filter.setValue(.number(0.3), forKey: "inputTime")
    filter.setDefaults()
    #expect(try filter.value(forKey: "inputTime") == .number(0))
  }

  @Test func badCallsAreRefusedWithASentence() throws {
    let filter = PageCurlFilter()
    #expect(throws: PageCurlFilterError.unknownKey("inputTme", suggestion: "inputTime")) {
      try filter.setValue(.number(1), forKey: "inputTme")
    }
    #expect(throws: PageCurlFilterError.notFinite(key: "inputAngle")) {
      try filter.setValue(.number(.nan), forKey: "inputAngle")
    }
    #expect(
      throws: PageCurlFilterError.wrongKind(key: "inputTime", wanted: "a number", given: "a flag")
    ) { try filter.setValue(.flag(true), forKey: "inputTime") }
    #expect(throws: PageCurlFilterError.self) { try filter.value(forKey: "speed") }
    #expect(throws: PageCurlFilterError.noImage) { try filter.geometry() }
    let named = PageCurlFilterError.unknownKey("inputTme", suggestion: "inputTime")
    #expect(named.description == "there is no key 'inputTme'; did you mean 'inputTime'?")
  }

  @Test func everyCallCanBeWatched() throws {
    let filter = PageCurlFilter()
    var calls: [PageCurlFilter.Call] = []
    filter.onCall = { calls.append($0) }
    filter.setDefaults()
    try filter.setValue(.number(0.5), forKey: "inputTime")
    _ = try filter.value(forKey: "inputTime")
    try? filter.setValue(.number(1), forKey: "inputSpeed")
    _ = filter.copy()
    #expect(
      calls.map(\.name) == [
        "setDefaults()", "setValue(_:forKey:)", "value(forKey:)", "setValue(_:forKey:)", "copy()",
      ])
    #expect(calls[1].key == "inputTime" && calls[1].value == .number(0.5))
    #expect(calls[2].result == .number(0.5))
    #expect(calls[3].error != nil && calls[1].error == nil)
  }

  @Test func copiesChangeOnTheirOwnAndCodingKeepsAll() throws {
    let original = try filter(Stage.noise(8, 6, seed: 1))
    original.name = "turn"
    original.enabled = false
    try original.setValue(.rectangle(SIMD4(1, 2, 3, 4)), forKey: "inputExtent")
    let copy = original.copy()
    try copy.setValue(.number(9), forKey: "inputRadius")
    #expect(try original.value(forKey: "inputRadius") == .number(12))
    let data = try JSONEncoder().encode(original)
    let back = try JSONDecoder().decode(PageCurlFilter.self, from: data)
    #expect(back.name == "turn" && !back.enabled)
    for key in PageCurlFilter.inputKeys {
      #expect(try back.value(forKey: key) == original.value(forKey: key))
    }
    let text = String(decoding: data, as: UTF8.self)
    for broken in [
      text.replacingOccurrences(of: "pageCurl", with: "ripple"),
      text.replacingOccurrences(of: "inputRadius", with: "inputRadios"),
      text.replacingOccurrences(of: "\"width\":8", with: "\"width\":9"),
    ] {
      #expect(broken != text)
      #expect(throws: (any Error).self) {
        try JSONDecoder().decode(PageCurlFilter.self, from: Data(broken.utf8))
      }
    }
  }

  @Test func theShadowHasTheExtentOrTheBounds() throws {
    let filter = try filter(Stage.noise(8, 6, seed: 1))
    #expect(filter.look.shadow?.bounds == nil)
    try filter.setValue(.rectangle(SIMD4(1, 2, 3, 4)), forKey: "inputShadowBounds")
    #expect(filter.look.shadow?.bounds == PageRect(low: SIMD2(1, 2), high: SIMD2(4, 6)))
    try filter.setValue(.rectangle(SIMD4(0, 1, 2, 3)), forKey: "inputShadowExtent")
    #expect(filter.look.shadow?.bounds == PageRect(low: SIMD2(0, 1), high: SIMD2(2, 4)))
  }

  @Test func theShadowHasItsColorAndStrength() throws {
    let filter = try filter(Stage.noise(8, 6, seed: 1))
    try filter.setValue(.color(SIMD4(0.25, 0.5, 0.75, 0.5)), forKey: "inputShadowColor")
    try filter.setValue(.number(0.5), forKey: "inputShadowAmount")
    #expect(filter.look.shadow?.color == SIMD3(0.25, 0.5, 0.75))
    #expect(filter.look.shadow?.strength == 0.25)
  }

  @Test func itDrawsWhatItsValuesSay() throws {
    let stage = try Stage()
    let images = (1...3).map { Stage.noise(60, 44, seed: $0) }
    let filter = try filter(images[0])
    try filter.setValue(.image(images[1]), forKey: "inputBacksideImage")
    try filter.setValue(.image(images[2]), forKey: "inputTargetImage")
    try filter.setValue(.number(0.4), forKey: "inputTime")
    let pages = CurlPages(
      front: try stage.page(images[0]), back: try stage.page(images[1]),
      below: try stage.page(images[2]))
    let curl = try CurlGeometry(
      width: 60, height: 44, time: 0.4, angle: .pi, radius: 12, fold: .cylinder)
    let drawn = try filter.outputImage(stage.renderer)
    #expect(differences(drawn, try stage.picture(curl, pages)) == 0)
    #expect(differences(try filter.outputImage(stage.renderer), drawn) == 0)
    filter.enabled = false
    #expect(differences(try filter.outputImage(stage.renderer), images[0]) == 0)
    filter.enabled = true
    try filter.setValue(.flag(false), forKey: "inputBackEnabled")
    #expect(differences(try filter.outputImage(stage.renderer), drawn) > 200)
    try filter.setValue(.rectangle(SIMD4(-5, -6, 70, 60)), forKey: "inputExtent")
    let wide = try filter.outputImage(stage.renderer)
    #expect(wide.width == 70 && wide.height == 60)
    #expect(wide[0, 0] == .zero)
  }

  @Test func aLitSphereShadesThePaper() throws {
    let stage = try Stage()
    var sphere = Image(width: 64, height: 64, filledWith: SIMD4(200, 200, 200, 255))
    // Dark to the right: paper that leans right gets dark.
    for y in 0..<64 {
      for x in 0..<64 where x > 40 { sphere[x, y] = SIMD4(50, 50, 50, 255) }
    }
    let white = Image(width: 80, height: 40, filledWith: SIMD4(repeating: 255))
    let filter = try filter(white)
    try filter.setValue(.image(white), forKey: "inputBacksideImage")
    try filter.setValue(.image(sphere), forKey: "inputShadingImage")
    try filter.setValue(.number(0.5), forKey: "inputTime")
    let picture = try filter.outputImage(stage.renderer)
    let curl = try filter.geometry()
    let edge = Int(curl.contactOffset + curl.radius)
    #expect(picture[edge - 2, 20].x < 80)
    #expect(picture[edge - 40, 20].x == 255)
  }
}
