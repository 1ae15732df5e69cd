import GLESKitSupport
import TestSupport
import Testing

@testable import GLESKitCommandLine

/// Writes what the tool under test generates into a folder and gives the path.
private func file(_ kind: Generated, _ name: String, in folder: String) throws -> String {
  let path = "\(folder)/\(name)"
  try AtomicFile.write(Array(toolUnderTest.generated(kind).utf8), to: path)
  return path
}

/// groff is the judge: no warning, and each option and section in the page that it prints.
@Test func manualPageIsReadByGroff() throws {
  let folder = try TemporaryFolder()
  let path = try file(.man, "pageturn.1", in: folder.path)
  let warnings = try Subprocess(["sh", "-c", "groff -man -Tutf8 -ww -z '\(path)' 2>&1"])
  #expect(warnings.status == 0 && warnings.text.isEmpty, "\(warnings.text)")
  let page = try Subprocess(["sh", "-c", "groff -man -Tascii -P-cbou -rLL=78n '\(path)'"]).text
  for part in [
    "PAGETURN(1)", "pageturn - Turn a page", "pageturn [OPTION]... FRONT", "pageturn info",
    "-a, --angle DEGREES", "--no-shadow", "Pages are pictures.", "GLESKIT_DISPLAY", "EXIT STATUS",
    "pageturn a.png -o out", "may be repeated",
  ] {
    #expect(page.contains(part), "\(part) is missing in\n\(page)")
  }
}

/// bash completes lines by the script that we wrote for it.
@Test(arguments: [
  ("pageturn --an", ["--angle"]),
  ("pageturn --angle l", ["left"]),
  ("pageturn -a ri", ["right"]),
  ("pageturn --edge = t", ["top"]),
  ("pageturn --edge =", ["left", "right", "top"]),
  ("pageturn in", ["info"]),
  ("pageturn one.png in", []),
  ("pageturn --q", ["--quiet"]),
  ("pageturn info --ver", ["--verbose", "--version"]),
  ("pageturn on", ["one.png"]),
  ("pageturn -o fol", ["folder"]),
  ("pageturn -o one", []),
])
func bashCompletes(_ line: String, _ expected: [String]) throws {
  let folder = try TemporaryFolder()
  let script = try file(.bash, "completion", in: folder.path)
  try AtomicFile.write([1], to: "\(folder.path)/one.png")
  try AtomicFile.write([1], to: "\(folder.path)/one.txt")
  try Files.createFolders("\(folder.path)/folder")
  let program = """
    source '\(script)'; cd '\(folder.path)'
    COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]}-1))
    COMPREPLY=(); _pageturn; [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
    """
  let answer = try Subprocess(["bash", "--norc", "-c", program])
  #expect(answer.text.split(separator: "\n").map(String.init).sorted() == expected)
}

/// fish completes lines by the script that we wrote for it.
@Test(arguments: [
  ("pageturn --an", ["--angle"]),
  ("pageturn --angle l", ["left"]),
  ("pageturn -a ri", ["right"]),
  ("pageturn --edge=t", ["--edge=top"]),
  ("pageturn info --verb", ["--verbose"]),
  // The options of the tool are not those of its commands.
  ("pageturn info --an", []),
])
func fishCompletes(_ line: String, _ expected: [String]) throws {
  let folder = try TemporaryFolder()
  let script = try file(.fish, "pageturn.fish", in: folder.path)
  // A home of its own: fish writes there, and reads nothing of the user's.
  let answer = try Subprocess([
    "env", "HOME=\(folder.path)", "fish", "--no-config", "-c",
    "source '\(script)'; complete -C '\(line)'",
  ])
  #expect(answer.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == expected)
}

/// zsh reads the script without complaint and finds the function; its completion itself only runs
/// inside its line editor.
@Test func zshReadsItsScript() throws {
  let folder = try TemporaryFolder()
  let path = try file(.zsh, "_pageturn", in: folder.path)
  let answer = try Subprocess(["zsh", "-f", "-n", path])
  #expect(answer.status == 0)
  let script = toolUnderTest.zshCompletion()
  #expect(script.hasPrefix("#compdef pageturn\n"))
  #expect(
    script.contains("'(-a --angle)'{-a+,--angle=}'[Where the page travels.]:DEGREES:(left right)'"))
  #expect(script.contains("'*'{-D+,--define=}'[A name.]:NAME: '"))
  #expect(script.contains("':FRONT:_files -g \"*.(png|jpg)\"'"))
}
