"""What the scripts that try the tools have in common."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def release_folder():
    """The folder of the release build of the tools, which `make build` makes."""
    return subprocess.run(
        [ROOT / "scripts/release-build", "--show-bin-path"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def children(process):
    """The numbers of a process's children; none if it has ended."""
    found = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found
