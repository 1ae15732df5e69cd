import GLESKitDoctor

let doctorCommand = DoctorCommand.command(
  of: "pagecurl",
  programs: [
    ProgramCheck(
      "ffmpeg", package: "ffmpeg", version: ["-version"], encoders: ["libx264", "libvpx-vp9"],
      purpose: ".mp4 and .webm videos and GIFs"),
    ProgramCheck(
      "ffprobe", package: "ffmpeg", version: ["-version"], purpose: "joined parts of videos"),
    ProgramCheck(
      "pdfinfo", package: "poppler-utils", version: ["-v"], purpose: "pages of PDFs"),
    ProgramCheck(
      "pdftocairo", package: "poppler-utils", version: ["-v"], purpose: "pages of PDFs"),
  ],
  needsFonts: true)
