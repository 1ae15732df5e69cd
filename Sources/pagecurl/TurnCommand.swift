import CommandLineTool
import InfoCommand
import Recording

let turnCommand = Command(
  summary: "Render page turns without a screen or a GPU",
  discussion: [
    "Turns the page FRONT, whose back is BACK, so that NEXT comes to light, and writes the frames "
      + "as numbered PNG or JPEG files, or one moment as a picture. The first frame is the front, "
      + "the last one the next page, to the last bit when no size is given.",
    "Pages may be PNG of any kind or JPEG, upright by their EXIF orientation; - is standard input.",
  ],
  table: TurnOptions.table,
  examples: [
    Example("pagecurl front.png back.png next.png -o out/", "thirty frames in out/"),
    Example(
      "pagecurl front.png back.png next.png --angle 150 --time 0.4 -o still.png", "one picture"),
    Example("pagecurl front.jpg -o out/ --size 640x480 --background white", "frames to show as is"),
  ]
) { options in
  Interruption.watch()
  let job = try options.job()
  let turn = try job.load()
  let offscreen = try InfoCommand.openContext()
  var bar = ProgressBar(total: job.times.count, unit: "frames", quiet: options.isQuiet)
  try job.run(turn, in: offscreen.gl) { done in
    bar.update(done)
    try Interruption.check()
  }
  return .done
}
