import CompilerLogs
import GLESKitCommandLine
import GLESKitSupport
import Imaging
import ShaderLint

/// The values of the options of `emulate`.
package struct EmulateArguments: Sendable {
  var path = ""
  var stage: ShaderStage?
  var emulator = PrecisionEmulator()

  /// The picture to draw; `nil` to print the shader.
  package var picture: String?
  /// The size of the drawings; `nil` for the default.
  var chosenSize: PixelSize?
  /// The values of uniforms that have no default value.
  package var uniforms: [UniformSetting] = []

  /// The size of each drawing, 256 by 256 pixels by default.
  package var size: PixelSize { chosenSize ?? PixelSize(256, 256) }
}

/// A uniform and its value, as `--set` gives them.
package struct UniformSetting: Hashable, Sendable {
  package var name: String
  package var values: [Double]
}

extension Command {
  /// Makes the command `emulate`, which `shaderlint` has, and the worker, where EGL is linked.
  ///
  /// - Parameter draw: Draws a picture if one is wanted.
  package static func emulate(
    draw: @escaping @Sendable (EmulateArguments) throws -> ExitStatus
  ) -> Command {
    Command(
      "emulate", summary: "Show what half precision makes of a shader",
      discussion: [
        "Phones and some GPUs compute mediump and lowp with half-precision floats: 11 significant "
          + "bits, infinite beyond 65504, and 0 below 6.1e-5. Desktop drivers compute them like "
          + "highp, so that faults only show on phones.",
        "Prints a GLSL ES 1.00 shader that computes everything with highp and rounds what FILE "
          + "computes with mediump or lowp. Drawn on a desktop, it shows what a phone draws. "
          + "Comments and macros are not kept.",
        "With --render, draws a fragment shader with highp and in half precision, and prints how "
          + "many pixels differ. Varyings go from 0 to 1 across the picture, textures show a test "
          + "pattern, and uniforms have the values of --set. Others have the size of the picture "
          + "if the name contains 'resolution' or 'size', 100 if it contains 'time', else 0.5.",
      ],
      table: table,
      examples: [
        Example("shaderlint emulate water.frag > phone.frag", "a shader to draw with instead"),
        Example(
          "shaderlint emulate --render water.png --set u_time=3600 water.frag",
          "both drawings and their difference"),
      ],
      exitMeanings: [
        .done: "Success.", .failed: "The shader is not valid or cannot be drawn.",
        .usage: "The command line is wrong, or a file cannot be read or written.",
        .noDriver: "--render: there is no driver.",
      ]
    ) { values in
      if let picture = values.picture {
        guard picture != values.path else {
          throw UsageError("'\(picture)' is the shader: name another file for --render")
        }
        let ending = Paths.ending(of: picture)
        guard ["", "png"].contains(ending) else {
          throw UsageError("--render writes PNG, not '.\(ending)': name a .png file")
        }
        return try draw(values)
      }
      for (option, isGiven) in [
        ("--set", !values.uniforms.isEmpty), ("--size", values.chosenSize != nil),
      ] where isGiven {
        throw UsageError("\(option) is for drawings: add --render FILE.png")
      }
      try StandardOutput.write(String(decoding: try values.emulate().rounded, as: UTF8.self))
      return .done
    }
  }

  private static let table = OptionTable(
    EmulateArguments(),
    positionals: [
      .required(
        \.path, .path("FILE", completion: .files(ShaderName.endings)),
        help: "Shader, or - for standard input.")
    ],
    groups: [
      OptionGroup(
        "Shader",
        [
          .optional(
            \.stage, "stage", short: "s", .choice("STAGE"),
            help: "Stage of a shader whose name does not indicate it.")
        ] + .assembly(in: \.emulator.assembly) + [
          .flag(
            \.emulator.webgl, "webgl",
            help: "Check the shader against the WebGL 1 specification."),
          .flag(
            \.emulator.hasFixedLowp, "fixed-lowp",
            help: "Compute lowp with 10-bit fixed-point numbers from -2 to 2, as PowerVR SGX and "
              + "Tegra 2 to 4 do, instead of half-precision floats."),
          .flag(
            \.emulator.keepsSubnormals, "subnormals",
            help: "Keep numbers below 6.1e-5, in steps of 6e-8, as some GPUs do, instead of "
              + "replacing them by 0."),
        ]),
      OptionGroup(
        "Drawing",
        [
          .optional(
            \.picture, "render", .path("PICTURE", completion: .files(["png"])),
            help: "Write a PNG picture of the drawing with highp, the one in half precision, and "
              + "four times their difference, from left to right."),
          .optional(
            \.chosenSize, "size", .size(in: 1...2048),
            help: "Size of each drawing. Default: 256x256."),
          .list(
            \.uniforms, "set", .uniform,
            help: "Value of a uniform: numbers, separated by commas; a matrix by columns."),
        ]),
    ],
    hints: ["-o": "redirect the output with > FILE", "--output": "redirect the output with > FILE"])
}

extension EmulateArguments {
  /// Reads and rewrites the shader.
  ///
  /// - Throws: `ToolFailure`, `FileError`.
  package func emulate() throws -> EmulatedShader {
    var input = ShaderInput(path: path, stage: stage)
    do {
      if path == "-" {
        var bytes: [UInt8] = []
        try Files.readStandardInput { bytes += $0 }
        input.bytes = bytes
      }
      let shader = try emulator.emulate(input)
      StandardError.write(shader.notes.map { "shaderlint: \(oneLine($0))\n" }.joined())
      return shader
    } catch let error as PrecisionEmulator.Failure {
      throw ToolFailure(error.description, status: error.isInvalid ? .failed : .usage)
    }
  }
}

extension ValueKind where Value == UniformSetting {
  /// `NAME=NUMBER,NUMBER`.
  fileprivate static var uniform: ValueKind {
    ValueKind(
      "NAME=NUMBERS", expectation: "a uniform and numbers such as u_light=0.5,1,0.2",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
          throw ValueError("is not a uniform with numbers")
        }
        let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        let values = numbers.compactMap { Double($0) }
        guard values.count == numbers.count, values.allSatisfy(\.isFinite) else {
          throw ValueError("has a value that is not a number")
        }
        return UniformSetting(name: String(parts[0]), values: values)
      },
      write: { "\($0.name)=\($0.values.map { "\($0)" }.joined(separator: ","))" })
  }
}

extension ValueKind where Value == AssemblyOptions.Definition {
  /// `NAME` or `NAME=VALUE`.
  package static var definition: ValueKind {
    ValueKind(
      "NAME[=VALUE]", expectation: "a name such as FOG, or FOG=1",
      read: { text throws(ValueError) in
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard MacroName.problem(name) == nil else { throw ValueError("is not a macro") }
        return AssemblyOptions.Definition(name, parts.count > 1 ? String(parts[1]) : "1")
      },
      write: { "\($0.name)=\($0.value)" })
  }
}

extension Array {
  /// `--include`, `--define` and `--prelude`.
  package static func assembly<Values>(
    in path: WritableKeyPath<Values, AssemblyOptions> & Sendable
  ) -> [Option<Values>] where Element == Option<Values> {
    let options: [Option<AssemblyOptions>] = [
      .list(
        \.includeFolders, "include", short: "I", .path("FOLDER", completion: .folders),
        help: "Search this folder for #include files."),
      .list(
        \.definitions, "define", short: "D", .definition,
        help: "Define a macro. The default value is 1."),
      .optional(\.prelude, "prelude", .path("FILE"), help: "Put this text before the shader."),
    ]
    return options.map { $0.lifted(to: path) }
  }
}
