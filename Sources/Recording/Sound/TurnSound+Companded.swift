import Glibc

extension TurnSound {
  /// The sound for web pages: 24 000 signed bytes a second. A byte b stands for b · |b| / 127², so
  /// that quiet paper has finer steps than a landing.
  var companded: [UInt8] {
    var samples: [Int16] = []
    synthesize { samples += $0 }
    let filter = Self.lowPass
    return stride(from: 0, to: samples.count, by: 2).map { place in
      var sum: Float = 0
      for (index, weight) in filter.enumerated() {
        let source = place + index - filter.count / 2
        if samples.indices.contains(source) { sum += weight * Float(samples[source]) }
      }
      let value = max(-1, min(1, sum / 32_767))
      let root = (abs(value).squareRoot() * 127).rounded()
      return UInt8(bitPattern: Int8(value < 0 ? -root : root))
    }
  }

  /// Weights of neighboring samples that remove what half as many samples cannot represent: a sinc
  /// with a cutoff of 11 kHz and a Hann window.
  private static let lowPass: [Float] = {
    let reach = 16
    let cutoff = 11_000 / Double(sampleRate)
    let weights = (-reach...reach).map { place in
      let angle = 2 * .pi * cutoff * Double(place)
      let window = 0.5 + 0.5 * cos(.pi * Double(place) / Double(reach + 1))
      return (place == 0 ? 1 : sin(angle) / angle) * window
    }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }()
}
