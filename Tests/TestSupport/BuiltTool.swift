import Glibc

/// The path of a tool: in the folder that `GLESKIT_TOOLS` names, such as that of the release build,
/// which CI tests, or beside the test program.
public func builtTool(_ name: String) -> String {
  if let folder = getenv("GLESKIT_TOOLS") { return "\(String(cString: folder))/\(name)" }
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
  let program = buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }
  let text = String(decoding: program, as: UTF8.self)
  return text[..<(text.lastIndex(of: "/") ?? text.startIndex)] + "/\(name)"
}

/// The path of a file of the repository.
public func repositoryFile(_ path: String) -> String {
  let folders = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  return "/\(folders)/\(path)"
}
