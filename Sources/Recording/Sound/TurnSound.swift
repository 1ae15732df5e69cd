import Glibc
import Timeline

/// The sound of a book's turns: paper that rubs and crackles while it bends, and lands.
///
/// It follows the motion of the frames: friction grows with the speed of the turn and with how far
/// the page is bent, and a landing with the speed at its end. Each turn has a voice of its own.
/// Noise comes from a generator with a fixed seed, so the same job sounds the same.
struct TurnSound {
  /// Samples per second, one channel of 16 bits.
  static let sampleRate = 48_000

  /// How loud the paper rubs at each frame, 0 or more; 1 is a turn of one second at its middle.
  private(set) var friction: [Float]
  /// How bright it sounds at each frame; 1 is usual.
  private var tones: [Float]
  /// The frames at which a leaf lands, and its speed in turns per second.
  private(set) var landings: [Landing] = []
  private let rate: FrameRate

  /// A leaf that lands.
  struct Landing: Hashable {
    var frame: Int
    var speed: Float
    var voice = Voice(ofTurn: 0)
  }

  /// How one turn differs from others.
  struct Voice: Hashable {
    /// The loudness, and the pitch of what is heard.
    let gain, tone: Float
    /// Where the rustle is loudest: 1 is half way, more is later.
    let bend: Double
    /// Whether it is the board of a hard cover, which hardly rubs, and lands with a dull thump.
    let isBoard: Bool

    /// The voice of a turn, counted from 0. Loudness varies by up to 15 %, and pitch by 12 %,
    /// around that of the first turn. Multiples of these ratios, powers of the inverse of the root
    /// of x⁴ = x + 1, differ from those just before.
    init(ofTurn number: Int, isBoard: Bool = false) {
      func share(_ ratio: Double) -> Double {
        (Double(number) * ratio + 0.5).truncatingRemainder(dividingBy: 1) - 0.5
      }
      gain = 1 + 0.3 * Float(share(0.819_172_513))
      tone = 1 + 0.24 * Float(share(0.671_043_607))
      bend = 1 + 0.4 * share(0.549_700_478)
      self.isBoard = isBoard
    }

    /// How loud paper rubs that has turned at this speed, in turns per second.
    func friction(from start: Double, to end: Double, _ speed: Float) -> Float {
      let middle = pow((start + end) / 2, bend)
      return gain * speed * Float(4 * middle * (1 - middle)) / 2 * (isBoard ? 0.1 : 1)
    }

    /// How bright the rub is.
    var brightness: Float { isBoard ? 0.5 * tone : tone }
  }

  /// - Parameter layout: The layout of the book, in which pages are bound or loose.
  init(_ plan: FramePlan, layout: BookLayout, rate: FrameRate) {
    self.rate = rate
    friction = [Float](repeating: 0, count: plan.wholeCount + 1)
    tones = [Float](repeating: 1, count: plan.wholeCount + 1)
    var moving: [Int: (time: Double, speed: Float)] = [:]
    for picture in plan.allPictures {
      let now = Dictionary(
        uniqueKeysWithValues: zip(picture.moment.turns, picture.moment.times.lazy))
      let frame = picture.first
      // In order: sums of floating-point numbers depend on it.
      for (turn, before) in moving.sorted(by: { $0.key < $1.key }) {
        let settings = plan.turns[turn].settings
        // A turn that is not shown any more has ended.
        let end: Double = settings.isReversed ? 0 : 1
        let time = now[turn] ?? end
        let speed = Float(abs(time - before.time) * rate.value)
        let voice = Voice(ofTurn: turn, isBoard: settings.style.look.board != nil)
        friction[frame] += voice.friction(from: before.time, to: time, speed)
        tones[frame] = voice.brightness
        // An easing stops the page just before it lies flat. What is heard is its fall.
        let fastest = abs(end - time) < 0.4 ? max(before.speed, speed) : 0
        moving[turn] = time == end ? nil : (time, fastest)
        if time == end, settings.spine(in: layout) != nil {
          landings.append(Landing(frame: frame, speed: fastest, voice: voice))
        }
      }
      for (turn, time) in now where moving[turn] == nil {
        let end: Double = plan.turns[turn].settings.isReversed ? 0 : 1
        if time != end { moving[turn] = (time, 0) }
      }
    }
    landings.sort { $0.frame < $1.frame }
  }

  /// The sound of one turn, at whose end a bound page lands.
  ///
  /// - Parameter seconds: The duration of the turn. A landing sounds a little longer.
  init(seconds: Double, easing: Easing, lands: Bool) {
    rate = FrameRate(60)
    let count = max(Int((seconds * rate.value).rounded()), 1)
    friction = [0]
    let voice = Voice(ofTurn: 0)
    var fastest: Float = 0
    for frame in 1...count {
      let (before, time) = (
        easing.value(at: Double(frame - 1) / Double(count)),
        easing.value(at: Double(frame) / Double(count))
      )
      let speed = Float(abs(time - before) * rate.value)
      friction.append(voice.friction(from: before, to: time, speed))
      if time > 0.6 { fastest = max(fastest, speed) }
    }
    if lands {
      landings = [Landing(frame: count, speed: fastest)]
      friction += [Float](repeating: 0, count: Int(rate.value * Self.landingSeconds))
    }
    tones = [Float](repeating: 1, count: friction.count)
  }

  /// How long a landing is heard.
  fileprivate static let landingSeconds = 0.4

  /// The number of samples.
  var count: Int {
    Int((Double(friction.count - 1) / rate.value * Double(Self.sampleRate)).rounded())
  }

  /// Makes all samples, and calls `take` with those of about a second at a time.
  func synthesize<Failure: Error>(_ take: ([Int16]) throws(Failure) -> Void) throws(Failure) {
    var paper = Paper()
    var next = landings[...]
    var samples: [Int16] = []
    for index in 0..<count {
      let place = Double(index) / Double(Self.sampleRate) * rate.value
      if let landing = next.first, place >= Double(landing.frame) {
        paper.land(landing)
        next.removeFirst()
      }
      let frame = Int(place)
      let share = Float(place - Double(frame))
      let loudness = friction[frame] * (1 - share) + friction[frame + 1] * share
      let tone = tones[frame] * (1 - share) + tones[frame + 1] * share
      samples.append(Int16((max(-1, min(1, paper.sample(loudness, tone))) * 32_767).rounded()))
      if samples.count == Self.sampleRate {
        try take(samples)
        samples.removeAll(keepingCapacity: true)
      }
    }
    if !samples.isEmpty { try take(samples) }
  }
}

/// The state of the synthesis, one sample after the other.
private struct Paper {
  private var seed: UInt32 = 0x9E37_79B9
  private var (low, lower, crackle): (Float, Float, Float) = (0, 0, 0)
  /// How hard a page has landed, how many samples ago, and which.
  private var (thump, age): (Float, Float) = (0, 0)
  private var voice = TurnSound.Voice(ofTurn: 0)

  mutating func land(_ landing: TurnSound.Landing) {
    voice = landing.voice
    (thump, age) = (voice.gain * min(0.2 + 0.1 * landing.speed, 0.6), 0)
  }

  mutating func sample(_ loudness: Float, _ tone: Float) -> Float {
    let noise = random() * 2 - 1
    // Between a low and a high pass: the faster the paper, the brighter it sounds.
    let brightness = min(tone * (0.25 + 0.2 * loudness), 0.7)
    low += brightness * (noise - low)
    lower += 0.1 * (low - lower)
    let rub = (low - lower) * loudness * 0.16
    // Fibers snap, more often the faster the paper moves.
    if random() < loudness * 0.002 { crackle = (random() * 2 - 1) * min(loudness, 2) * 0.12 }
    crackle *= 0.93
    var sum = rub + crackle
    if thump > 0 {
      let seconds = age / Float(TurnSound.sampleRate)
      // A board is stiff and heavy: its body is lower and shorter, and its slap has no treble.
      let (pitch, decay): (Float, Float) = voice.isBoard ? (68, 0.03) : (95, 0.045)
      let body = sin(2 * .pi * pitch * voice.tone * seconds) * exp(-seconds / decay)
      let slap = (voice.isBoard ? lower : low) * exp(-seconds / 0.012)
      sum += thump * (0.7 * body + 0.8 * slap)
      age += 1
      if seconds > Float(TurnSound.landingSeconds) { thump = 0 }
    }
    return sum
  }

  /// The next number of a xorshift generator, 0 to below 1.
  private mutating func random() -> Float {
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    return Float(seed >> 8) / Float(1 << 24)
  }
}
