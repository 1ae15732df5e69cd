#!/usr/bin/python3
"""Writes canvas.html and html.html, which show the pages of a folder with StPageFlip.

usage: peer.py FOLDER, with page-flip.js, page-flip.css and pages as PNG
"""

import os
import sys

from PIL import Image

folder = sys.argv[1]
pages = sorted(name for name in os.listdir(folder) if name.endswith(".png"))
width, height = Image.open(f"{folder}/{pages[0]}").size
# About as large as pagecurl shows pages in the same window.
height, width = 810, round(810 * width / height)

HEAD = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Manual</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="page-flip.css">
<style>body { margin: 0; display: grid; place-items: center; height: 100vh }
#book img { width: 100%; height: 100% }</style>
"""
SCRIPT = f"""<script src="page-flip.js"></script><script>
const flip = new St.PageFlip(document.getElementById('book'), {{
  width: {width}, height: {height}, showCover: true, maxShadowOpacity: 0.5 }});
window.isReady = false;
flip.on('init', () => {{ window.isReady = true; }});
// The first page: the right one.
window.box = () => {{
  const {{ left, top, pageWidth, height }} = flip.getBoundsRect();
  const block = document.getElementById('book').getBoundingClientRect();
  return [block.x + left + pageWidth, block.y + top, pageWidth, height];
}};
"""
with open(f"{folder}/canvas.html", "w", encoding="utf-8") as file:
    names = ", ".join(f"'{name}'" for name in pages)
    file.write(f"{HEAD}<div id='book'></div>{SCRIPT}flip.loadFromImages([{names}]);</script>")
with open(f"{folder}/html.html", "w", encoding="utf-8") as file:
    images = "".join(f"<div class='page'><img src='{name}' alt=''></div>" for name in pages)
    file.write(f"{HEAD}<div id='book'>{images}</div>{SCRIPT}"
               "flip.loadFromHTML(document.querySelectorAll('.page'));</script>")
