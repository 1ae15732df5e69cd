import Imaging
import Testing

@Test func contactSheetHasThePicturesInTheirCells() {
  let gray = SIMD4<UInt8>(224, 224, 224, 255)
  var sheet = ContactSheet(count: 5, columns: 3, cell: PixelSize(20, 10), margin: 4)
  #expect(sheet.rows == 2)
  #expect(sheet.image == Image(width: 76, height: 32, filledWith: gray))
  let red = SIMD4<UInt8>(200, 0, 0, 255)
  sheet.place(Image(width: 80, height: 40, filledWith: red), at: 0)
  sheet.place(Image(width: 4, height: 6, filledWith: SIMD4(0, 0, 64, 128)), at: 4)
  var wanted = Image(width: 76, height: 32, filledWith: gray)
  for y in 4..<14 { for x in 4..<24 { wanted[x, y] = red } }
  for y in 20..<26 { for x in 36..<40 { wanted[x, y] = SIMD4(112, 112, 176, 255) } }
  #expect(sheet.image == wanted)
  #expect(ContactSheet(count: 2, columns: 9, cell: PixelSize(1, 1), margin: 0).image.width == 2)
  let least = ContactSheet(count: -3, columns: 0, cell: PixelSize(0, -1), margin: -2)
  #expect(PixelSize(least.image.width, least.image.height) == PixelSize(1, 1))
  #expect((least.columns, least.rows) == (1, 1))
}
