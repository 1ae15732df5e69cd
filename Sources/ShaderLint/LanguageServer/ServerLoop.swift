import GLESKitSupport
import Glibc

/// Runs a ``LanguageServer`` on two descriptors, such as standard input and output.
package struct ServerLoop {
  private var stream: MessageStream
  private let server: LanguageServer
  /// Messages that have arrived, and why others could not be read.
  private var queue: [Result<JSON, MessageStream.Malformed>] = []
  private var hasEnded = false
  private var driver: DriverCheck
  private var watcher = FileWatcher()

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
        if !queue.isEmpty {
          switch queue.removeFirst() {
          case .success(let message):
            server.receive(message, isCancelled: isCancelled(message))
          case .failure(let problem): server.refuse(problem.description)
          }
          if let status = server.exitStatus { return status }
        } else if hasEnded {
          return 1
        } else {
          server.publish()
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
    let isIdle = queue.isEmpty && !server.hasChanges
    let watched = server.watchedFiles
    // Files are looked at once a second if the editor does not watch them.
    var timeout: Int32 = isIdle ? watched.isEmpty ? -1 : 1000 : 0
    while !hasEnded {
      switch stream.next(timeout: timeout, others: driver.descriptor < 0 ? [] : [driver.descriptor])
      {
      case .message(let message):
        queue.append(.success(message))
        timeout = 0
      case .malformed(let problem):
        queue.append(.failure(problem))
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

  private func isCancelled(_ message: JSON) -> Bool {
    let id = message["id"]
    return id != .null
      && queue.contains {
        guard case .success(let other) = $0 else { return false }
        return other["method"] == "$/cancelRequest" && other["params"]["id"] == id
      }
  }
}
