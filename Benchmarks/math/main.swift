import GLMath
import Glibc

// All sides alternate. The fastest of many short batches is compared, because other work on the
// machine can only add time.

nonisolated let small = 256
nonisolated let large = 1_000_000

func memory(_ floats: Int) -> UnsafeMutablePointer<Float> {
  let raw = UnsafeMutableRawPointer.allocate(byteCount: floats * 4, alignment: 64)
  let memory = raw.bindMemory(to: Float.self, capacity: floats)
  for index in 0..<floats { memory[index] = Float.random(in: -1...1) }
  return memory
}

nonisolated(unsafe) let a = memory(large * 4)
nonisolated(unsafe) let b = memory(large * 4)
nonisolated(unsafe) let c = memory(large * 4)

func nanoseconds(_ body: () -> Void) -> Double {
  var start = timespec()
  var end = timespec()
  clock_gettime(CLOCK_MONOTONIC, &start)
  body()
  clock_gettime(CLOCK_MONOTONIC, &end)
  return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
}

func matrices(_ memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Matrix4> {
  UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Matrix4.self)
}

func vectors(_ memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<SIMD4<Float>> {
  UnsafeMutableRawPointer(memory).assumingMemoryBound(to: SIMD4<Float>.self)
}

@inline(never)
func multiply() {
  let (x, y, z) = (matrices(a), matrices(b), matrices(c))
  for index in 0..<small { z[index] = x[index] * y[index] }
}

@inline(never)
func invert() {
  let (x, z) = (matrices(a), matrices(c))
  for index in 0..<small { z[index] = x[index].inverse ?? .zero }
}

@inline(never)
func transform4(_ matrix: Matrix4) {
  let (v, w) = (vectors(a), vectors(c))
  for index in 0..<large { w[index] = matrix * v[index] }
}

@inline(never)
func transform3(_ matrix: Matrix4) {
  matrix.transform(
    from: UnsafeRawBufferPointer(start: a, count: large * 12),
    to: UnsafeMutableRawBufferPointer(start: c, count: large * 12), count: large, as: .point)
}

func compare(
  _ name: String, count: Int, rounds: Int, ours: () -> Void, peer: (Peer) -> Void
) {
  let peers = [("GLM", PEER_GLM), ("cglm", PEER_CGLM), ("Eigen", PEER_EIGEN)]
  var best = [Double](repeating: .infinity, count: 4)
  for _ in 0..<rounds {
    best[0] = min(best[0], nanoseconds(ours))
    for (index, (_, library)) in peers.enumerated() {
      best[index + 1] = min(best[index + 1], nanoseconds { peer(library) })
    }
  }
  func each(_ index: Int) -> String {
    let hundredths = Int((best[index] / Double(count) * 100).rounded())
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest)"
  }
  let ratio = (best[0] / min(best[1], best[2]) * 100).rounded() / 100
  let others = peers.indices.map { "\(peers[$0].0) \(each($0 + 1))" }.joined(separator: "  ")
  print("\(name): ours \(each(0)) ns  \(others)  ratio to the faster of GLM and cglm \(ratio)")
}

let matrix = matrices(b)[0]
compare("multiply", count: small, rounds: 20_000, ours: multiply) {
  peer_multiply($0, a, b, c, small)
}
compare("inverse", count: small, rounds: 20_000, ours: invert) { peer_invert($0, a, c, small) }
compare("1M vec4", count: large, rounds: 60) {
  transform4(matrix)
} peer: {
  peer_transform4($0, b, a, c, large)
}
compare("1M vec3", count: large, rounds: 60) {
  transform3(matrix)
} peer: {
  peer_transform3($0, b, a, c, large)
}
