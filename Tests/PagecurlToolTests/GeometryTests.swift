import GLESKitSupport
import ImageCoding
import TestSupport
import Testing

/// `--json`, and what must not change the frames.
@Suite struct GeometryTests {
  private let pages = ["page-1.png", "title.png", "cover.jpg"].map(Pagecurl.page)

  /// What is printed has the published form, and says where the paper is. The judge is Python's
  /// jsonschema.
  @Test(
    .long,
    arguments: [
      "-a 150 -t 0.4", "-n 3 --corner top-right --set perspective=3",
      "-n 3 --profile cone -l spread",
      "-t 1", "--set drag=140,190:20,120 -t 1",
      "-n 4 --set overlap=0.5 --set binding=top --radius 0",
      "-n 3 --fps 4 --hold 3 -l spread --set camera=documentary",
    ])
  func theGeometryHasThePublishedForm(options: String) throws {
    let run = try Pagecurl(pages + options.split(separator: " ").map(String.init) + ["--json"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let verdict = try Subprocess(
      [
        "/usr/bin/python3", "-c",
        """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        report = json.load(sys.stdin)
        jsonschema.Draft202012Validator(schema).validate(report)
        near = lambda a, b: abs(a - b) < 1e-6 * max(1, abs(a), abs(b))
        for frame in report["frames"]:
            for leaf in frame["leaves"]:
                assert near(sum(leaf["coverage"].values()), 1)
                for sample in leaf["samples"]:
                    assert near(sum(x * x for x in sample["normal"]), 1)
                if leaf["form"] not in ("cylinder", "elastica") or leaf["gone"]: continue
                lift, contact = leaf["lift"], leaf["contact"]
                for x, y in leaf["contactLine"] or []:
                    assert near(lift[0] * x + lift[1] * y, contact)
                for sample in leaf["samples"]:
                    (x, y), (px, py, z) = sample["paper"], sample["position"]
                    if lift[0] * x + lift[1] * y < contact: assert (px, py, z) == (x, y, 0)
                    assert 0 <= z <= 2 * leaf["radius"] + 1e-9
        if "cone" in sys.argv[2]:
            forms = [leaf["form"] for frame in report["frames"] for leaf in frame["leaves"]]
            assert "cone" in forms and "flat" in forms
        print("agreed")
        """, repositoryFile("Documentation/geometry.schema.json"),
        options,
      ], input: Array(run.output.utf8))
    #expect(verdict.text == "agreed")
  }

  /// A still, the frames and the numbers of a job follow one plan.
  @Test(
    .long,
    arguments: [
      "--pages 4-5", "--pages 2-3", "--pages 6 --cover hard", "--pages 5",
      "-l spread --cover none --profile cylinder", "--pages 1-2 -l sheets", "-l spread",
    ])
  func stillsFramesAndNumbersFollowOnePlan(options: String) throws {
    let folder = try TemporaryFolder()
    let names = ["cover.jpg", "page-1.png", "title.png", "page-1.png", "title.png", "cover.jpg"]
    let job = names.map(Pagecurl.page) + options.split(separator: " ").map(String.init) + ["-q"]
    let timed = job + ["-n", "5", "--hold", "0"]
    let (still, frames) = ("\(folder.path)/still.png", "\(folder.path)/frames")
    for (arguments, output) in [(job + ["-t", "0.5"], still), (timed, frames)] {
      let run = try Pagecurl(arguments + ["-o", output])
      #expect(run.status == 0, "\(run.errors)")
    }
    let picture = try ImageFile.read(still)
    #expect(try ImageFile.read("\(frames)/frame-0002.png") == picture)
    for arguments in [job + ["-t", "0.5"], timed] {
      let report = try JSONDocument(Pagecurl(arguments + ["--json"]).output).value
      #expect(report["frame"]["width"].integer == picture.width)
      #expect(report["frame"]["height"].integer == picture.height)
    }
  }

  @Test func numbersAndPicturesAreNotMixed() throws {
    let run = try Pagecurl(pages + ["--json", "-o", "/tmp/never"])
    #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
  }

  /// Neither the driver's threads, nor ours, nor the way to it change a byte.
  @Test(.long, arguments: [["-a", "150"], ["--profile", "cone", "--set", "overlap=0.5"]])
  func framesAreTheSameHoweverTheyAreDrawn(options: [String]) throws {
    let folder = try TemporaryFolder()
    var expected: [String: [UInt8]] = [:]
    let settings = [
      [], ["LP_NUM_THREADS=0"], ["LP_NUM_THREADS=1"], ["LP_NUM_THREADS=2"],
      ["LP_NUM_THREADS=2", "GLESKIT_DISPLAY=surfaceless"],
      ["MESA_SHADER_CACHE_DISABLE=true"],
    ]
    for (index, setting) in settings.enumerated() {
      let out = "\(folder.path)/\(index)"
      let run = try Pagecurl(
        pages + options + ["-n", "4", "-q", "--threads", "\(1 + index % 2)", "-o", out],
        prefix: ["env"] + setting)
      #expect(run.status == 0, "\(run.errors)")
      let frames = try contents(of: out)
      #expect(frames.count == 4)
      if index == 0 { expected = frames }
      #expect(frames == expected, "\(setting)")
    }
  }
}
