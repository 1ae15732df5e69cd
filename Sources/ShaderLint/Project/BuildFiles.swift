import CompilerLogs
import GLESKitSupport

/// What the files tell that build a project.
enum BuildFiles {
  /// Marks that are no names: a game of libGDX that is built for desktops only, where `GL_ES` is
  /// not defined and precisions are ignored, and a project for other systems.
  static let (desktop, mobile) = ("libGDX for desktops", "Gradle for other systems")
  /// The mark of a project that depends on Babylon.js, which replaces `#include<name>`.
  static let babylon = "Babylon.js"

  /// Returns the marks of the files in the folders of some files and above them: those of
  /// `package.json`, ``desktop`` or ``mobile``, that of a precision for Defold, and the folders of
  /// submodules that are not checked out, each with a slash.
  static func marks(near paths: some Sequence<String>, _ files: ProjectFiles) -> Set<String> {
    let folders = Set(paths.map(Paths.folder)).reduce(into: Set<String>()) {
      $0.formUnion(Paths.folders(from: $1))
    }
    return folders.reduce(into: []) { marks, folder in
      func read(_ name: String) -> [UInt8] {
        (try? files.read(Paths.join(folder, name), limit: 1 << 20)) ?? []
      }
      let package = read("package.json")
      marks.formUnion(ThreeRevision.marks(in: package))
      if HostCode.find(["\"@babylonjs/core\":", "\"babylonjs\":"], in: package) {
        marks.insert(babylon)
      }
      marks.formUnion(systems(of: read("settings.gradle") + read("settings.gradle.kts")))
      // Defold puts a precision before all fragment shaders.
      if Files.kind(of: Paths.join(folder, "game.project")) == .regular {
        marks.insert(HostCode.precisionName)
      }
      marks.formUnion(Self.absentSubmodules(in: read(".gitmodules"), of: folder))
    }
  }

  /// Returns the names of the submodules' folders that have no `.git`, each with a slash.
  private static func absentSubmodules(in bytes: [UInt8], of folder: String) -> [String] {
    bytes.split(whereSeparator: \.isLineEnd).compactMap { line in
      let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      guard parts.count == 2, parts[0] == "path",
        Files.kind(of: Paths.join(Paths.join(folder, parts[1]), ".git")) == nil
      else { return nil }
      return "\(Paths.name(of: parts[1]))/"
    }
  }

  /// Returns the marks of a `settings.gradle`: libGDX names the projects that it includes after the
  /// systems that they are for.
  private static func systems(of bytes: [UInt8]) -> [String] {
    let lines = bytes.split(whereSeparator: \.isLineEnd).map { line in
      String(decoding: line, as: UTF8.self).split(separator: "//", omittingEmptySubsequences: false)
    }
    let words = Set(
      lines.flatMap { $0[0].split { !$0.isLetter && !$0.isNumber } }.map(String.init))
    let others = ["android", "app", "gwt", "html", "ios", "moe", "robovm", "teavm"]
    if !words.isDisjoint(with: others) { return [mobile] }
    return words.isDisjoint(with: ["desktop", "lwjgl3"]) ? [] : [desktop]
  }
}
