"""Files that several processes share, and logs from which an interrupted run resumes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO
from zlib import crc32

from nimtwist.checks import short_repr

try:
    import fcntl
except ModuleNotFoundError:  # on Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Provide a new file that replaces the file `path` when the `with` block ends.

    If the block raises an exception, the old file is kept. The new file has a unique temporary name
    until then, so that another process can replace `path` at the same time.

    Raises:
        OSError: if the file cannot be written.
    """
    new = Path(f"{path}.{token_hex(8)}.new")
    try:
        with new.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as error:
        error.filename, error.filename2 = path, None  # not the temporary name
        raise
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def locked(path: str, wait: bool = True) -> Iterator[None]:
    """Lock the file `path`, which need not exist, until the `with` block ends.

    If another process or thread has locked it, wait or raise an error. The lock of a process that
    dies is released. On Windows, and on file systems without locks, this does nothing.

    Raises:
        ValueError: if the file is locked and `wait` is false.
        OSError: if the lock file cannot be written. Its name is `path` with ".lock" appended, but
            the error names `path`.
    """
    if fcntl is None:
        yield
        return
    lock = Path(f"{path}.lock")
    while True:
        try:
            opened = lock.open("ab")
        except OSError as error:
            error.filename = path
            raise
        with opened as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(
                    f"another process is writing {short_repr(path)}: wait until it has finished, "
                    "or choose another file"
                ) from None
            except OSError:
                pass  # the file system has no locks
            # The lock counts only if the previous holder has not removed the file meanwhile.
            if _same(file, lock):
                try:
                    yield
                finally:
                    lock.unlink(missing_ok=True)
                return


def _same(file: BinaryIO, path: Path) -> bool:
    """Return whether an open file still has the name `path`."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


class Log:
    """A file with the results of a run, from which an interrupted run can resume.

    The first line identifies the run. Each of the other lines is a JSON list with a result and its
    checksum. The last line is removed if the run was killed while writing it, and damaged lines are
    skipped, so that their results are computed again.

    Args:
        path: the file. It is created when the first result is added.
        run: a JSON value that differs from that of any other run.

    Raises:
        ValueError: if the file is not the log of this run.
    """

    def __init__(self, path: Path, run: object) -> None:
        self._path, self._header = path, f"{json.dumps(run)}\n".encode()
        text = path.read_bytes() if path.exists() else b""
        if not (text.startswith(self._header) or self._header.startswith(text)):
            raise ValueError(
                f"{short_repr(str(path))} is not the log of this run, but of a run with other "
                "arguments or another version: finish that run, or remove the file"
            )
        complete = text[: text.rfind(b"\n") + 1]
        if complete != text:
            os.truncate(path, len(complete))
        self.results = [result for line in complete.splitlines()[1:] for result in _undamaged(line)]

    def add(self, result: object) -> None:
        """Add a result, a JSON value, to the file."""
        text = json.dumps(result)
        with self._path.open("ab") as file:
            if not file.tell():
                file.write(self._header)
            file.write(f"[{text}, {crc32(text.encode())}]\n".encode())

    def remove(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)


def _undamaged(line: bytes) -> Iterator[Any]:
    with suppress(TypeError, ValueError, RecursionError):
        result, checksum = json.loads(line)
        if crc32(json.dumps(result).encode()) == checksum:
            yield result
