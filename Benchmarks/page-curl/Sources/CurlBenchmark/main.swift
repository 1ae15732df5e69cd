import Glibc
import PageCurl

// Renders a page turn at 1920×1080 and reads it back. For each line of standard input, prints the
// milliseconds per frame as elapsed time and as processor time. The peer runs between the lines.
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
