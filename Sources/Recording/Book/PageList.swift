import GLESKitSupport
import ImageCoding
import Imaging

extension PageSource {
  /// The pages of image files, PDFs, and folders of them. Files of a folder are taken in the
  /// natural order of their names (`page-2` before `page-10`); `-` is an image on standard input.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for a folder without pages, ``RecordingError/file(_:)``
  ///   for one that cannot be read.
  static func pages(at paths: [String]) throws(RecordingError) -> [PageSource] {
    var pages: [PageSource] = []
    for path in paths {
      switch path == "-" ? .special : Files.kind(of: path) {
      case .special:
        do throws(FileError) {
          let bytes =
            path == "-"
            ? try Files.readStandardInput(limit: 1 << 30) : try Files.read(path, limit: 1 << 30)
          pages.append(.bytes(bytes, name: path))
        } catch {
          throw .file(error)
        }
      case .folder: pages += try self.pages(inFolder: path)
      case .regular, nil: pages += try self.pages(inFile: path)
      }
    }
    return pages
  }

  private static func pages(inFile path: String) throws(RecordingError) -> [PageSource] {
    guard PDFFile.isPDF(path) else { return [.picture(path: path)] }
    do throws(RecordingError) {
      let file = try PDFFile(path)
      return (1...file.count).map { .pdf(file, page: $0) }
    } catch {
      // The number of its pages is unknown, so it counts as one.
      return [.unreadable(error)]
    }
  }

  private static func pages(inFolder folder: String) throws(RecordingError) -> [PageSource] {
    let names: [String]
    do { names = try Files.list(folder) } catch { throw .file(error) }
    let wanted = names.filter { name in
      !name.hasPrefix(".")
        && (ImageFormat(extensionOf: name) != nil || name.lowercased().hasSuffix(".pdf"))
    }.sorted(by: NaturalOrder.precedes)
    guard !wanted.isEmpty else {
      throw .pages(
        "'\(folder)' contains no .png, .jpg, .webp or .pdf file; give a folder that does")
    }
    var pages: [PageSource] = []
    for name in wanted {
      pages += try self.pages(inFile: folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
    }
    return pages
  }
}
