import Glibc
import PageCurl

// Renders and reads back a page turn at 1920×1080 and prints the milliseconds a frame, by the wall
// clock and of processor time, once for each line that it reads from its input: the peer takes its turn in
// between.
//
//   CurlBenchmark QUALITY [WORKERS [DEGREES]]

let arguments = CommandLine.arguments
let quality = arguments.count > 1 ? CurlQuality(rawValue: arguments[1]) ?? .standard : .standard
let workers = arguments.count > 2 ? Int(arguments[2]) ?? 2 : 2
let angle = (arguments.count > 3 ? Double(arguments[3]) ?? 180 : 180) * .pi / 180
let rounds = Rounds(workers: workers)
for index in 0..<workers {
  start(Job(rounds: rounds, index: index, quality: quality, angle: angle))
}

while readLine() != nil {
  rounds.next.store(0, ordering: .relaxed)
  let (begin, processor) = (now(), processorTime())
  pthread_barrier_wait(&rounds.start)
  pthread_barrier_wait(&rounds.end)
  print((now() - begin) / Double(frames), (processorTime() - processor) / Double(frames))
  fflush(nil)
}
