/// The form of the compilers that stem from 3Dlabs' front end: `ERROR: 0:4: 'x' : text`.
enum ColonForm {
  private static let forms: [LogForm] = [
    "{severity}: {source}:{line} : [{column}: ]{text}",
    // Apple's preprocessor: "ERROR: '' 0:12: : text".
    "{severity}: {token} {source}:{line}: : {text}",
    // Old Chrome: "ERROR: -1:-1: '' : Missing main()".
    "{severity}: -1:{line}: {text}",
    // glslangValidator, and programs that name their shaders: "ERROR: sky.frag:4: 'x' : text".
    // "WARNING: sky.frag:5: error: text": the first severity is the app's.
    "{severity}: {path}:{line}:[{column}:] [{severity}: ]{text}",
    // Processing: "ERROR:0:3 'x' : text".
    "{severity}:{source}:{line} {text}",
    // Programs leave the severity out.
    "{source}:{line}: {text}",
  ]

  static func read(_ line: ArraySlice<UInt8>) -> LogLine? {
    for (index, form) in forms.enumerated() {
      guard let message = form.read(line) else { continue }
      let isToken = isQuotedToken(message.text)
      // "WARNING: main.js:14: text" is an app's, but "ERROR: created-shader:2: text" is not.
      let isOther =
        message.path.map { $0.contains { ".:/".contains($0) } && !isShader($0) } ?? false
      // "WARNING: 21:47:25: text" is a time; most programs have few sources.
      let isTime = message.source.map { $0 > 9 } ?? false
      guard isToken || !(index > 3 || isOther || isTime) else { continue }
      // AMD's "ERROR: 0:74: error(#143) text" has a reader of its own, and so has Mali's
      // "0:74: S0001: text" behind the severity of an app. "ERROR: 0:12: '" is cut off.
      guard !message.text.contains("(#"), message.text.utf8.contains(where: \.startsIdentifier),
        Vendor.mali.read(Array(message.text.utf8)[...]) == nil
      else { return nil }
      // glslang writes it after every error that ends the compilation.
      return message.text.hasSuffix("' : compilation terminated") ? .heading : .message(message)
    }
    return nil
  }

  /// Returns whether a text begins as glslang's do, `'x' : `. A program may name its shaders as it
  /// likes.
  static func isQuotedToken(_ text: String) -> Bool {
    text.hasPrefix("'") && text.dropFirst().contains("' :")
  }

  /// Returns whether a file's name says that it holds a shader, and not another language. Metal
  /// calls what ANGLE and MoltenVK translate `program_source`.
  static func isShader(_ path: String) -> Bool {
    let ending = path.lowercased().split(separator: ".").last ?? ""
    return ShaderStage(path: path) != nil || path == "program_source"
      || ["glsl", "comp", "geom", "tesc", "tese", "hlsl"].contains(ending)
  }
}
