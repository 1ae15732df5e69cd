#!/usr/bin/env python3
"""Measures how long `shaderlint server` takes to answer in a folder of many shaders.

Writes shaders in folders of 100, each of which includes one of 200 files; these include one of 10,
and these one. Opens the last, which all shaders include, and one shader. Asks for a hover in both
at once and while the server reads the others, waits two seconds, asks again, and asks where a
function is used, which needs all files. Then reports the change of a file, and asks for a hover
after each. Times are those of the client.

usage: workspace.py SHADERLINT FOLDER SHADERS
"""
import pathlib
import sys
import time

from latency import Server, report


def write(folder, count):
    """Writes the shaders; returns the path of one, and that of the file in all of them."""
    base = folder / "include"
    base.mkdir()
    (base / "all.glsl").write_text("lowp float common(lowp float x) { return x * 0.5; }\n")
    for i in range(10):
        (base / f"ten{i}.glsl").write_text(
            f'#include "all.glsl"\nlowp float ten{i}(lowp float x) {{ return common(x); }}\n')
    for i in range(200):
        (base / f"part{i}.glsl").write_text(
            f'#include "ten{i % 10}.glsl"\nlowp float part(lowp float x) {{ return ten{i % 10}(x); }}\n')
    lines = "".join(f"  c += part(c) * {i}.0;\n" for i in range(60))
    for i in range(count):
        path = folder / f"s{i // 100}" / f"shader{i}.frag"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f'#version 100\n#include "../include/part{i % 200}.glsl"\nvoid main() {{\n'
            f"  lowp float c = 0.0;\n{lines}  gl_FragColor = vec4(c);\n}}\n")
    return path, base / "all.glsl"


def main():
    tool, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3])
    shader, shared = write(folder, count)
    server = Server(tool)
    server.request("initialize", {"rootUri": folder.as_uri(), "capabilities": {
        "textDocument": {"hover": {"contentFormat": ["markdown"]}},
        "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}})
    server.notify("initialized", {})
    server.receive()  # client/registerCapability
    for path in (shader, shared):
        server.notify("textDocument/didOpen", {"textDocument": {
            "uri": path.as_uri(), "languageId": "glsl", "version": 1, "text": path.read_text()}})
    # `c` in the shader, and `x` in the file that all include.
    places = [{"textDocument": {"uri": shader.as_uri()}, "position": {"line": 4, "character": 2}},
              {"textDocument": {"uri": shared.as_uri()}, "position": {"line": 0, "character": 41}}]
    def answer(method, parameters):
        """Returns the answer and its times; findings may come first."""
        server.last += 1
        start = server.clock()
        server.send({"id": server.last, "method": method, "params": parameters})
        while b'"id":%d' % server.last not in (body := server.receive()):
            pass
        return body, server.since(start)

    def hover(number):
        times = []
        for _ in range(number):
            for place in places:
                body, elapsed = answer("textDocument/hover", place)
                assert b"contents" in body, body
                times.append(elapsed)
        return times

    start = server.clock()
    report("first hover", hover(1), 50)
    times, ready = [], None
    while server.since(start)[0] < 2000:
        times += hover(1)
        begin = server.clock()
        time.sleep(0.02)
        if not ready and server.since(begin)[1] < 1:
            ready = server.since(start)[0]
    report("for 2 s", times, 50)
    print(f"index        {f'idle after {ready:.0f} ms' if ready else 'not complete'} (goal 2000 ms)")
    report("after 2 s", hover(50), 50)
    body, elapsed = answer("textDocument/references", {
        **places[1], "position": {"line": 0, "character": 12}, "context": {}})
    print(f"references   {elapsed[0]:.0f} ms, {body.count(b'uri')} places")
    times = []
    for _ in range(50):
        server.notify("workspace/didChangeWatchedFiles", {"changes": [
            {"uri": (folder / "s0" / "shader0.frag").as_uri(), "type": 2}]})
        times += hover(1)
    report("after a change", times, 50)
    print(f"memory       {server.memory():.1f} MiB")
    server.process.kill()


main()
