import CompilerLogs
import GLESKitSupport
import Glibc

extension InputCollector {
  /// The files below a folder.
  struct Walk {
    var paths: [String] = []
    var folders: [String] = []
    var failures: [FileError] = []
    /// Links to folders and files that may not be read; those to files are in ``paths``, too.
    var outside: Set<String> = []
    private let files: ProjectFiles
    /// Links can lead to a folder again, and even back to its parent.
    private var visited: Set<FileIdentity> = []

    init(_ folder: String?, _ files: ProjectFiles) {
      self.files = files
      if let folder { add(folder, depth: 0) }
    }

    private mutating func add(_ folder: String, depth: Int) {
      guard depth < 40 else { return }
      if let identity = FileIdentity(ofInput: folder) {
        guard visited.insert(identity).inserted else { return }
      }
      folders.append(folder)
      let names: [String]
      do {
        names = try Files.list(folder) { name, isFolder in
          guard isFolder || ShaderName(name).isShader else { return }
          failures.append(FileError(.read, Paths.join(folder, name), code: EILSEQ))
        }
      } catch {
        failures.append(error)
        return
      }
      // Hidden folders contain version control and caches, not shaders.
      for name in names where !name.hasPrefix(".") {
        let path = Paths.join(folder, name)
        let leadsOut = files.leadsOut(path)
        if leadsOut { outside.insert(path) }
        switch Files.kind(of: path) {
        case .folder where leadsOut: break
        case .folder: add(path, depth: depth + 1)
        // Reading a pipe would wait for a writer.
        case .special: break
        case .regular, nil: paths.append(path)
        }
      }
    }
  }
}
