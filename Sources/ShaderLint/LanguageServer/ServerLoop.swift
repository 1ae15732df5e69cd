import GLESKitSupport
import Glibc

/// Runs a ``LanguageServer`` on two descriptors, such as standard input and output.
package struct ServerLoop {
  private var stream: MessageStream
  private let server: LanguageServer
  /// Messages that have arrived, and why others could not be read.
  private var queue: [MessageStream.Event] = []
  /// The index in ``queue`` of the next one.
  private var next = 0
  /// The requests that messages in ``queue`` cancel.
  private var cancelled: Set<JSON> = []
  private var hasEnded = false
  private var driver: DriverCheck
  private var watcher = FileWatcher()

  /// The number of files to index before the loop looks for messages again: 2 ms.
  private static let indexStep = 32

  /// - Parameters:
  ///   - options: What to check, and how.
  ///   - version: The version of the tool.
  package init(
    _ options: LintOptions, version: String, input: Int32 = STDIN_FILENO,
    output: Int32 = STDOUT_FILENO
  ) {
    server = LanguageServer(options, version: version)
    driver = DriverCheck(options)
    stream = MessageStream(input: input, output: output)
  }

  /// Serves until the editor sends `exit` or closes a stream.
  ///
  /// - Returns: The exit status: 0 after `shutdown` and `exit`, else 1.
  package mutating func run() -> Int32 {
    do throws(MessageStream.Closed) {
      while true {
        receive()
        if next < queue.count {
          switch queue[next] {
          case .message(let message):
            server.receive(message, isCancelled: cancelled.contains(message["id"]))
          case .malformed(let problem): server.refuse(problem)
          case .quiet, .other, .end: break
          }
          next += 1
          if next == queue.count { (queue, next, cancelled) = ([], 0, []) }
          if let status = server.exitStatus { return status }
        } else if hasEnded {
          return 1
        } else {
          server.publish()
          server.index(Self.indexStep)
        }
        for job in server.takeSaved() { driver.add(job) }
        for message in server.takeOutgoing() { try stream.send(message) }
      }
    } catch {
      return 1
    }
  }

  /// Takes in all messages that have arrived, so that a cancellation overtakes its request. Waits
  /// for one if there is nothing else to do.
  private mutating func receive() {
    let isIdle = queue.isEmpty && !server.hasChanges && !server.isIndexing
    let watched = server.watchedFiles
    // Files are looked at once a second if the editor does not watch them.
    var timeout: Int32 = isIdle ? watched.isEmpty ? -1 : 1000 : 0
    while !hasEnded {
      let event = stream.next(
        timeout: timeout, others: driver.descriptor < 0 ? [] : [driver.descriptor])
      switch event {
      case .message, .malformed:
        queue.append(event)
        if case .message(let message) = event, message["method"] == "$/cancelRequest" {
          cancelled.insert(message["params"]["id"])
        }
        timeout = 0
      case .other:
        if let (path, found) = driver.take() { server.take(found, of: path) }
        return
      case .quiet:
        if isIdle && !watched.isEmpty {
          let changed = watcher.changes(of: watched)
          if !changed.isEmpty { server.noteChanges(of: changed) }
        }
        return
      case .end: hasEnded = true
      }
    }
  }
}
