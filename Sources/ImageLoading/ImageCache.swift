import Imaging

/// Images by request, up to a number of bytes. The least recently used one is dropped first.
struct ImageCache {
  private struct Entry {
    let image: Image
    var lastUse: UInt64
  }

  let limit: Int
  private(set) var byteCount = 0
  private var entries: [LoadRequest: Entry] = [:]
  private var uses: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  mutating func image(for request: LoadRequest) -> Image? {
    guard request.isCacheable, let entry = entries[request] else { return nil }
    uses += 1
    entries[request]?.lastUse = uses
    return entry.image
  }

  mutating func add(_ image: Image, for request: LoadRequest) {
    guard request.isCacheable, image.pixels.count <= limit, entries[request] == nil else { return }
    while byteCount > limit - image.pixels.count { dropOldest() }
    uses += 1
    entries[request] = Entry(image: image, lastUse: uses)
    byteCount += image.pixels.count
  }

  /// Drops images until at most this number of bytes is left.
  mutating func shrink(to byteCount: Int) {
    while self.byteCount > max(byteCount, 0) { dropOldest() }
  }

  private mutating func dropOldest() {
    guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    byteCount -= oldest.value.image.pixels.count
    entries[oldest.key] = nil
  }
}
