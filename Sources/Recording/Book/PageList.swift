import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

extension PageSource {
  /// The pages of image files, PDFs, and folders of them. Files of a folder are taken in the
  /// natural order of their names (`page-2` before `page-10`); `-` is an image on standard input.
  ///
  /// The selection is checked before videos are inspected and pipes are read, and only those that
  /// it names are.
  ///
  /// - Parameters:
  ///   - doubles: How double pages become two, which the selection counts. Default: they don't.
  ///   - selection: The pages to return, in its order; `nil` is all of them.
  ///   - completion: The neighbors that a run of pages from the book also gets.
  ///   - policy: With ``BadPagePolicy/stop``, a file that doesn't exist or a damaged PDF is an
  ///     error even if none of its pages is selected: the numbers of later pages depend on it.
  /// - Throws: ``RecordingError/pages(_:)`` for a folder without pages, ``RecordingError/file(_:)``
  ///   for one that cannot be read, ``RecordingError/selection(_:page:count:labeled:)`` for pages
  ///   that don't exist.
  static func pages(
    at paths: [String], _ options: PDFOptions = PDFOptions(),
    dividing doubles: DoublePages = DoublePages(), selecting selection: PageSelection? = nil,
    completing completion: ExcerptCompletion = .none,
    _ policy: BadPagePolicy = .stop
  ) throws(RecordingError) -> Selected {
    var found: [Found] = []
    for path in paths {
      try RecordingError.checkInterruption()
      switch path == "-" ? .special : Files.kind(of: path) {
      case .special: found.append(.pipe(path))
      case .folder:
        for file in try files(inFolder: path) {
          try RecordingError.checkInterruption()
          found += self.found(inFile: file, options)
        }
      case .regular, nil: found += self.found(inFile: path, options)
      }
    }
    let whole: [Int]
    let count = found.count
    (found, whole) = try doubles.divided(found, source: \.source, page: Found.page)
    let beginsWithDouble = if case .page(.half)? = found.first { true } else { false }
    var indices: [Int]
    do throws(RecordingError) {
      indices = try selection?.choose(from: Array(found.indices)) ?? Array(found.indices)
    } catch {
      // A file that could not be opened may have had the missing pages.
      for case .page(.unreadable(let cause)) in found { throw cause }
      guard case .selection(let text, let page, let count, _) = error else { throw error }
      let labeled = found.firstIndex { $0.source?.pdf.map { $0.label(of: $1) } == "\(page)" }
      throw .selection(text, page: page, count: count, labeled: labeled.map { $0 + 1 })
    }
    if policy == .stop {
      for case .page(.unreadable(let cause)) in found { throw cause }
    }
    let completed =
      beginsWithDouble ? indices : completion.completed(indices, in: found.count)
    let chosen = Set(indices)
    let neighbors = completed.filter { !chosen.contains($0) }.map { $0 + 1 }
    indices = completed
    // A pipe can be read only once, but selected twice.
    var opened: [Int: PageSource] = [:]
    var pages: [PageSource] = []
    for index in indices {
      try RecordingError.checkInterruption()
      let page: PageSource
      if let known = opened[index] { page = known } else { page = try found[index].opened() }
      opened[index] = page
      pages.append(page)
    }
    return Selected(
      pages: pages, cover: beginsWithDouble ? nil : found.first, first: (indices.first ?? 0) + 1,
      bookCount: found.count, endsBook: indices.last == found.count - 1, neighbors: neighbors,
      beginsWithDouble: beginsWithDouble, doubles: found.count - count, whole: whole.map { $0 + 1 })
  }

  /// The selected pages of a book.
  struct Selected {
    var pages: [PageSource]
    /// The first page of the whole book, if it lies alone.
    fileprivate var cover: Found?
    /// The number of the first one in the book, from 1.
    var first: Int
    /// The number of pages of the whole book.
    var bookCount: Int
    /// Whether the first one is the first page of the book, and so its cover.
    var beginsBook: Bool { first == 1 }
    /// Whether the last one is the last page of the book.
    var endsBook: Bool
    /// The numbers of the pages that were not selected, but complete the excerpt.
    var neighbors: [Int]
    /// Whether the first two pages of the book are the halves of a double page.
    var beginsWithDouble: Bool
    /// The number of double pages of the book that were divided.
    var doubles: Int
    /// The numbers of double pages of the book that were not divided, because they don't begin
    /// an opening.
    var whole: [Int]

    /// Whether the next page of the book faces the first one.
    var beginsOpening: Bool { first.isMultiple(of: 2) != beginsWithDouble }

    /// Returns the front cover of the whole book, which an excerpt does not show. One that cannot
    /// be read is ``PageSource/unreadable(_:)``.
    func openedCover() throws(RecordingError) -> PageSource? { try cover?.opened() }
  }

  /// A page before slow work is done on its file.
  fileprivate enum Found {
    case page(PageSource)
    /// A page of a PDF that can't be read. The numbers of the others don't depend on it.
    case bad(RecordingError)
    /// A video, which is inspected by programs.
    case clip(String)
    /// A pipe or a device, or `-`.
    case pipe(String)

    /// The source, if it is known already.
    var source: PageSource? {
      if case .page(let page) = self { page } else { nil }
    }

    func opened() throws(RecordingError) -> PageSource {
      switch self {
      case .page(let page): return page
      case .bad(let error): return .unreadable(error)
      case .clip(let path):
        do { return .clip(try ClipPage(path)) } catch { return .unreadable(error) }
      case .pipe(let path):
        let bytes = try filing { () throws(FileError) in
          path == "-"
            ? try Files.readStandardInput(limit: 1 << 30) : try Files.read(path, limit: 1 << 30)
        }
        return .bytes(bytes, name: path == "-" ? Files.standardInput : path)
      }
    }
  }

  /// The files of ``pages(at:)``, also those that cannot be read.
  static func files(at paths: [String]) throws(RecordingError) -> [String] {
    var files: [String] = []
    for path in paths {
      let isFolder = path != "-" && Files.kind(of: path) == .folder
      files += isFolder ? try self.files(inFolder: path) : [path]
    }
    return files
  }

  /// The videos and the other files in the folders among the paths. They are no pages: videos may
  /// be films of the book, and the others have no extension of a picture that can be read.
  static func skipped(
    inFoldersOf paths: [String]
  ) -> (videos: [String], folders: [String], others: [String]) {
    var (videos, folders, others): ([String], [String], [String]) = ([], [], [])
    for folder in paths where folder != "-" && Files.kind(of: folder) == .folder {
      let names = ((try? Files.list(folder)) ?? []).filter { !$0.hasPrefix(".") }
      for name in names.sorted(by: NaturalOrder.precedes) {
        let path = prefix(of: folder) + name
        if Files.hasExtension(name, ClipPage.extensions) {
          videos.append(path)
        } else if Files.kind(of: path) == .folder {
          if (try? files(inFolder: path)) != nil { folders.append(path) }
        } else if !isPage(name), Files.kind(of: path) == .regular {
          others.append(path)
        }
      }
    }
    return (videos, folders, others)
  }

  private static func found(inFile path: String, _ options: PDFOptions) -> [Found] {
    if ClipPage.isClip(path) || AnimatedPicture(path) != nil { return [.clip(path)] }
    guard PDFFile.isPDF(path) else {
      // Otherwise the job would stop only where the page is drawn.
      let isMissing = access(path, F_OK) != 0 && errno == ENOENT
      if isMissing { return [.page(.unreadable(missing(path)))] }
      do throws(RecordingError) {
        if let file = try TIFFFile(path) {
          return file.pages.indices.map { .page(.sheet(file, page: $0 + 1)) }
        }
      } catch {
        // What can't be read at all is reported when it is drawn.
        if case .pages = error { return [.page(.unreadable(error))] }
      }
      return [.page(.picture(path: path))]
    }
    do throws(RecordingError) {
      let file = try PDFFile(path, options)
      return (1...file.count).map { number in
        file.problem(of: number).map { .bad($0) } ?? .page(.pdf(file, page: number))
      }
    } catch {
      // The number of its pages is unknown, so it counts as one.
      return [.page(.unreadable(error))]
    }
  }

  /// The error for a file that doesn't exist, with the remedy for what other programs read.
  private static func missing(_ path: String) -> RecordingError {
    if path.contains("%"), path.contains("d") {
      return .pages(
        "'\(path)' doesn't exist, and patterns are not read; give the folder, or let the shell "
          + "list the files: page-*.png")
    }
    if path.hasSuffix("]"), let bracket = path.lastIndex(of: "["),
      Files.kind(of: String(path[..<bracket])) == .regular
    {
      return .pages(
        "'\(path)' doesn't exist; name the PDF alone, and select its pages: " + .pages)
    }
    return RecordingError.missing(path)
  }

  /// What precedes the names of a folder's files in their paths.
  private static func prefix(of folder: String) -> String {
    folder.hasSuffix("/") ? folder : "\(folder)/"
  }

  /// Whether a file of a folder is a page, by its name.
  static func isPage(_ name: String) -> Bool {
    guard !name.hasPrefix(".") else { return false }
    return ImageFormat(extensionOf: name) != nil
      || Files.hasExtension(name, ["pdf"] + ForeignPicture.extensions)
  }

  private static func files(inFolder folder: String) throws(RecordingError) -> [String] {
    let prefix = prefix(of: folder)
    var lost: String?
    let names = try filing { () throws(FileError) in
      try Files.list(folder) { name, _ in if isPage(name) { lost = lost ?? name } }
    }
    if let lost { throw .file(FileError(.read, prefix + lost, code: EILSEQ)) }
    let pages = names.filter(isPage).sorted(by: NaturalOrder.precedes)
    guard !pages.isEmpty else {
      let hasVideos = names.contains {
        !$0.hasPrefix(".") && Files.hasExtension($0, ClipPage.extensions)
      }
      let hint = hasVideos ? ", or name its videos" : ""
      throw .pages(
        "'\(folder)' contains no picture or .pdf file; give a folder that does\(hint)")
    }
    let paths = pages.map { prefix + $0 }
    // Nobody has named it, so nobody waits for the other end of a pipe.
    if let special = paths.first(where: { Files.kind(of: $0) == .special }) {
      throw .pages(
        "'\(special)' is a pipe or a device; remove it from the folder, or name it as a page")
    }
    return paths
  }
}
