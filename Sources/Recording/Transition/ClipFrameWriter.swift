import GLESKitFrameKernels
import Imaging

/// Passes frames in planar 4:2:0 on to a sink: to an animation as images, and equal ones once.
struct ClipFrameWriter {
  private let sink: any FrameSink
  private let isAnimation: Bool
  private var image: Image
  private var bytes: [UInt8] = []
  /// The last frame of an animation, and the numbers of the frames that are equal to it.
  private var last: [UInt8] = []
  private var numbers = 0..<0

  /// - Parameter isAnimation: Whether the sink encodes images. Others take the frames themselves.
  init(_ sink: any FrameSink, _ size: PixelSize, isAnimation: Bool) {
    self.sink = sink
    self.isAnimation = isAnimation
    image = isAnimation ? Image(width: size.width, height: size.height) : Image(width: 1, height: 1)
  }

  /// Writes the next frame; an animation's, once another one follows.
  mutating func append(_ frame: [UInt8], number: Int) throws(RecordingError) {
    guard isAnimation else { return try sink.append(frame, for: number..<number + 1) }
    if frame == last, !numbers.isEmpty {
      numbers = numbers.lowerBound..<number + 1
    } else {
      try finish()
      // The memory of the frame is reused for later ones.
      (last, numbers) = (Array(frame[...]), number..<number + 1)
    }
  }

  /// Writes what is left.
  mutating func finish() throws(RecordingError) {
    guard !numbers.isEmpty else { return }
    let (width, height) = (image.width, image.height)
    image.pixels.withUnsafeMutableBufferPointer { pixels in
      frame_kernels_rgba(last, width, height, pixels.baseAddress)
    }
    try sink.encoder(image, &bytes)
    try sink.append(bytes, for: numbers)
    numbers = 0..<0
  }
}
