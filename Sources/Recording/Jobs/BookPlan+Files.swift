extension BookPlan {
  /// The files that the job reads, also those that it does not show.
  ///
  /// - Throws: ``RecordingError`` if a folder cannot be read any more.
  package func inputFiles() throws(RecordingError) -> [String] {
    try PageSource.files(at: job.pages) + job.otherInputs
  }

  /// The files that the job writes, in order. Those that a web page loads are known when it is
  /// written.
  package var outputFiles: [String] {
    var files: [String] = []
    switch job.output {
    case .still(let path, _, _), .video(let path, _): files = [path]
    case .webPage(let path, _): files = WebPage.files(of: path)
    case .frames(let folder, let name):
      let names = try? FrameName(name)
      files = frames.pictures.flatMap(\.frames).compactMap { names?.path(of: $0, in: folder) }
    }
    return files + [job.contactSheet].compactMap(\.self)
  }
}
