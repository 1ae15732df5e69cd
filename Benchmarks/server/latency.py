#!/usr/bin/env python3
"""Measures how long `shaderlint server` takes to answer while someone types.

Opens a shader of 2,000 lines that includes 10 files, and makes random edits: a character, a name or
a line in a random place, and then its removal. After each edit it waits for the findings, and then asks for a hover
and a completion. Times are those of the client: from the first byte sent to the last byte received.
Processor times are those of the server meanwhile, which other programs on the machine change less.

usage: latency.py SHADERLINT FOLDER EDITS MEMORY_EDITS
"""
import json
import pathlib
import random
import subprocess
import sys
import time


def write_shader(folder):
    """Writes the shader and its includes, and returns its text."""
    source = random.Random(1)
    lines = ["#version 100", "precision mediump float;"]
    for i in range(10):
        lines.append(f'#include "part{i}.glsl"')
        part = [f"#ifndef PART{i}", f"#define PART{i}"]
        for j in range(10):
            part += [
                f"uniform vec4 u_part{i}_{j};",
                f"vec3 part{i}_{j}(vec3 a, float b) {{ return a * b + u_part{i}_{j}.xyz; }}",
            ]
        (folder / f"part{i}.glsl").write_text("\n".join(part + ["#endif", ""]))
    lines.append("varying vec2 v_uv;")
    count = 0
    while len(lines) < 1960:
        lines += [
            f"float shade{count}(vec3 p, float q) {{",
            f"  vec3 s = p * {source.random():.3f};",
            "  float sum = 0.0;",
            "  for (int i = 0; i < 8; i++) {",
            f"    s = part{count % 10}_{count % 7}(s, q) + vec3(float(i), sum, q);",
            f"    if (dot(s, p) > {source.random():.3f}) {{",
            "      sum += length(s.xy) * mix(q, s.z, 0.5);",
            "    } else {",
            "      sum -= clamp(s.x, 0.0, 1.0);",
            "    }",
            "  }",
            f"  return sum + sin(q) * u_part{count % 10}_{count % 10}.w;",
            "}",
        ]
        count += 1
    lines += ["void main() {", "  float sum = 0.0;"]
    lines += [f"  sum += shade{i}(vec3(v_uv, sum), sum);" for i in range(2000 - len(lines) - 2)]
    lines += ["  gl_FragColor = vec4(sum);", "}"]
    return lines


class Server:
    def __init__(self, tool):
        self.process = subprocess.Popen(
            [tool, "server", "--engine", "own"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return self.process.stdout.read(length)

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def clock(self):
        """Returns the time and the processor time of the server, in milliseconds."""
        with open(f"/proc/{self.process.pid}/schedstat", encoding="ascii") as file:
            return time.perf_counter() * 1000, int(file.read().split()[0]) / 1e6

    def since(self, start):
        """Returns the time and the processor time since `start`."""
        return tuple(now - then for now, then in zip(self.clock(), start))

    def request(self, method, parameters):
        """Returns the answer, and the time and the processor time that it took."""
        self.last += 1
        start = self.clock()
        self.send({"id": self.last, "method": method, "params": parameters})
        body = self.receive()
        elapsed = self.since(start)
        answer = json.loads(body)
        assert answer.get("id") == self.last and "error" not in answer, answer
        return answer["result"], elapsed

    def findings(self):
        """Waits for findings."""
        body = self.receive()
        assert b"publishDiagnostics" in body[:200], body[:200]

    def memory(self):
        """Returns the resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Session:
    WORDS = ["x", ".", " ", "(", ")", ";", "}", "sum", "u_part1_1", "float y = 1.0;", "\n", "1"]

    def __init__(self, tool, folder):
        self.lines = write_shader(folder)
        self.uri = (folder / "main.frag").resolve().as_uri()
        self.random = random.Random(2)
        self.version = 1
        self.undo = None
        self.server = Server(tool)
        self.server.request("initialize", {"rootUri": folder.resolve().as_uri(), "capabilities": {
            "textDocument": {"hover": {"contentFormat": ["markdown"]}},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": False}}}})
        self.server.notify("initialized", {})
        self.server.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "glsl", "version": 1, "text": "\n".join(self.lines)}})
        self.server.findings()

    def edit(self):
        """Types something, or removes what was typed last; returns the times to the findings."""
        if self.undo:
            line, start, word = self.undo
            self.undo = None
            new, end = "", (line + 1, 0) if word == "\n" else (line, start + len(word))
            text = self.lines[line]
            if word == "\n":
                self.lines[line:line + 2] = [text + self.lines[line + 1]]
            else:
                self.lines[line] = text[:start] + text[start + len(word):]
        else:
            line = self.random.randrange(13, len(self.lines) - 1)
            start = self.random.randint(0, len(self.lines[line]))
            new, end = self.random.choice(self.WORDS), (line, start)
            text = self.lines[line][:start] + new + self.lines[line][start:]
            self.lines[line:line + 1] = text.split("\n")
            # The next edit takes it back, so that the shader does not fall apart.
            self.undo = (line, start, new)
        self.version += 1
        begin = self.server.clock()
        self.server.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": new, "range": {
                "start": {"line": line, "character": start},
                "end": {"line": end[0], "character": end[1]}}}]})
        self.server.findings()
        elapsed = self.server.since(begin)
        self.place = {"textDocument": {"uri": self.uri},
                      "position": {"line": line, "character": start}}
        return elapsed


def report(name, times, goal):
    for label, column in zip(("", "processor"), zip(*times)):
        sample = sorted(column)
        p50, p95 = sample[len(sample) // 2], sample[int(len(sample) * 0.95)]
        print(f"{name if not label else '':<12} {label:<10} p50 {p50:7.2f} ms   p95 {p95:7.2f} ms   "
              f"max {sample[-1]:7.2f} ms   (goal p95 {goal} ms)")


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    edits, more = int(sys.argv[3]), int(sys.argv[4])
    session = Session(tool, folder)
    for _ in range(20):
        session.edit()
    findings, hovers, completions = [], [], []
    for _ in range(edits):
        findings.append(session.edit())
        hovers.append(session.server.request("textDocument/hover", session.place)[1])
        completions.append(session.server.request("textDocument/completion", session.place)[1])
    report("findings", findings, 20)
    report("hover", hovers, 5)
    report("completion", completions, 5)
    before = session.server.memory()
    for _ in range(more):
        session.edit()
    print(f"memory       {before:.1f} MiB, after {more} more edits {session.server.memory():.1f} MiB")
    session.server.request("shutdown", None)
    session.server.notify("exit", None)
    assert session.server.process.wait() == 0


if __name__ == "__main__":
    main()
