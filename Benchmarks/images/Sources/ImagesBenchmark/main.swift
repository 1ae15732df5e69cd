import Glibc
import ImageLoading

// ImagesBenchmark FOLDER MEBIBYTES SIDE   loads the files of the folder within this memory, to fit
//                                         SIDE×SIDE pixels (0: at full size)
// ImagesBenchmark cancel FOLDER           cancels 400 images under way

/// Seconds of the monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Milliseconds that this thread has run.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The most memory that this process has taken, in MiB.
func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss >> 10
}

func processTime() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}

func files(in folder: String) -> [String] {
  var paths: [String] = []
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { paths.append("\(folder)/\(name)") }
  }
  return paths.sorted()
}

func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

let arguments = CommandLine.arguments
if arguments[1] == "cancel" {
  let paths = Array(files(in: arguments[2]).prefix(400))
  let threads = 2
  let loader = ImageLoader(memoryLimit: 512 << 20, cacheLimit: 0, threads: threads)
  var busy = processTime()
  _ = try await loader.image(at: paths[0])
  let step = processTime() - busy
  let tasks = paths.map { path in Task { try await loader.image(at: path) } }
  // Until some are decoded, and the others are under way.
  _ = try? await tasks[4].value
  busy = processTime()
  let start = now()
  for task in tasks { task.cancel() }
  var cancelled = 0
  for task in tasks { if case .failure = await task.result { cancelled += 1 } }
  let ended = now() - start
  usleep(2_000_000)
  let work = (processTime() - busy) / Double(threads)
  print(
    "\(cancelled) of \(tasks.count) cancelled; all tasks ended after \(text(ended * 1e3)) ms; "
      + "each of \(threads) threads worked for another \(text(work * 1e3)) ms; goal: one image, "
      + "\(text(step * 1e3)) ms")
} else if let limit = Int(arguments[2]), let side = Int(arguments[3]) {
  let paths = files(in: arguments[1])
  let before = peakMemory()
  let start = now()
  // How long the main thread, which loads and takes the images, works at a time.
  var busy = threadTime()
  let loader = ImageLoader(memoryLimit: limit << 20)
  let options = DecodingOptions(fitting: side == 0 ? nil : PixelSize(side, side))
  let iterator = loader.images(at: paths, options: options).makeAsyncIterator()
  let first = threadTime() - busy
  var longest = 0.0
  var (pictures, errors) = (0, 0)
  while true {
    // Without the time in which this thread frees the image before: 6 ms for 48 MB.
    busy = threadTime()
    guard let loaded = await iterator.next() else { break }
    longest = max(longest, threadTime() - busy)
    if case .success = loaded.result { pictures += 1 } else { errors += 1 }
  }
  print(
    "\(pictures) pictures, \(errors) errors in \(text(now() - start)) s, "
      + "\(text(processTime())) s of processor time; the caller was held \(text(first)) ms by the "
      + "start and at most \(text(longest)) ms by an image, goal 1 ms; "
      + "peak memory \(before) + \(peakMemory() - before) MiB, limit \(limit) MiB")
}
