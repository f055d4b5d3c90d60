"""Analyses files in processes of their own, so that a file that hangs or eats memory costs only itself."""

from __future__ import annotations

import marshal
import os
import resource
import select
import signal
import time
import zlib
from collections.abc import Iterator

from auto_tools.index.analyse import analyse, content_id, largest_of
from auto_tools.safety.files import BINARY_PROBE, read_bytes

Task = tuple[str, str, str | None, int]
"""Content id, path, language, and the time of change the id belongs to."""
CHANGED = b"-"
"""The answer for a file that is no longer what its id says."""
FILE_SECONDS = 10.0
MEMORY = 4 << 30
IN_PROCESS = 4
"""So few files are not worth a process unless they are large."""
_HEADER = 8


def analyse_all(root: str, tasks: list[Task]) -> Iterator[tuple[str, bytes]]:
    """Yield each content's id with its packed analysis, in any order; nothing for what cannot be analysed."""
    waiting = list(reversed(tasks))
    count = min(os.cpu_count() or 1, 8, (len(tasks) + IN_PROCESS - 1) // IN_PROCESS)
    workers = [_Worker(root) for _ in range(count)]
    try:
        while waiting or any(worker.task for worker in workers):
            for worker in workers:
                if not worker.task and waiting:
                    worker.give(waiting.pop())
            busy = {worker.answers: worker for worker in workers if worker.task}
            nearest = min(worker.deadline for worker in busy.values())
            ready, _, _ = select.select(list(busy), [], [], max(nearest - time.monotonic(), 0))
            for worker in [busy[answers] for answers in ready] or list(busy.values()):
                task = worker.task
                if task is None or (not ready and time.monotonic() < worker.deadline):
                    continue
                packed = worker.take() if ready else None
                if packed is None:  # late or dead: without syntax, by the same rules as any other text
                    workers[workers.index(worker)] = _Worker(root)
                    worker.end()
                    packed = b"" if task[2] is None else None
                    if packed is None:
                        waiting.append((task[0], task[1], None, task[3]))
                        continue
                yield task[0], packed
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One forked process that analyses file after file."""

    def __init__(self, root: str) -> None:
        asks, self.tasks = os.pipe()
        self.answers, replies = os.pipe()
        self.task: Task | None = None
        self.deadline = 0.0
        self.pid = os.fork()
        if self.pid == 0:
            _serve(root, asks, replies)
        os.close(asks)
        os.close(replies)

    def give(self, task: Task) -> None:
        """Hand over one file."""
        self.task = task
        self.deadline = time.monotonic() + FILE_SECONDS
        try:
            os.write(self.tasks, _framed(marshal.dumps(task)))
        except OSError:
            self.deadline = 0.0

    def take(self) -> bytes | None:
        """Return the packed analysis; None when the process died."""
        self.task = None
        return _read_framed(self.answers)

    def end(self) -> None:
        """End the process."""
        os.close(self.tasks)
        os.close(self.answers)
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except OSError:
            pass


def _serve(root: str, asks: int, replies: int) -> None:
    """Answer tasks until the parent is gone; runs in the child and never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _keep_only(asks, replies)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        while True:
            asked = _read_framed(asks)
            if asked is None:
                break
            _write_all(replies, _framed(analyse_file(root, marshal.loads(asked))))
    finally:
        os._exit(0)


def _keep_only(*handles: int) -> None:
    """Close every other descriptor: the writer's lock and other workers' pipes end with the parent."""
    start = 3
    for handle in sorted(handles):
        os.closerange(start, handle)
        start = handle + 1
    os.closerange(start, 4_096)


def analyse_file(root: str, task: Task) -> bytes:
    """Return the packed analysis of a file; nothing when it is binary or cannot be read."""
    content, path, language, mtime_ns = task
    data = read_bytes(root, path, limit=largest_of(language))
    if data is None:
        return b""
    if not content.startswith(content_id(data)) and not _is_unchanged(root, path, mtime_ns):
        return CHANGED
    if b"\0" in data[:BINARY_PROBE]:
        return b""
    return zlib.compress(marshal.dumps(analyse(language, data), 2), 1)


def _is_unchanged(root: str, path: str, mtime_ns: int) -> bool:
    """Tell a file that git stores otherwise than it lies there (line ends) from one that was edited."""
    try:
        return os.lstat(os.path.join(root, path)).st_mtime_ns == mtime_ns
    except OSError:
        return False


def _framed(data: bytes) -> bytes:
    return len(data).to_bytes(_HEADER, "big") + data


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _read_framed(handle: int) -> bytes | None:
    head = _read_exactly(handle, _HEADER)
    return None if head is None else _read_exactly(handle, int.from_bytes(head, "big"))


def _read_exactly(handle: int, count: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < count:
        try:
            piece = os.read(handle, min(count - len(parts), 1 << 20))
        except OSError:
            return None
        if not piece:
            return None
        parts += piece
    return bytes(parts)
