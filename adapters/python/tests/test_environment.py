"""spec §11.8.8: no result depends on the number of threads.

Expected replies are those of vectors/requests.txt: decode, encode and the general tier, agreed by the
published packages or worked out by hand, as vectors/README.md says of their sources.
"""

from __future__ import annotations

import threading
import unittest
from pathlib import Path

from gritlab_adapter.frames import Outcome
from gritlab_adapter.serve import answer

REQUESTS = Path(__file__).resolve().parents[3] / "vectors" / "requests.txt"

Exchange = tuple[int, bytes, tuple[Outcome, bytes]]


def payload(word: str) -> bytes:
    return b"" if word == "-" else bytes.fromhex(word)


def exchanges() -> list[Exchange]:
    result: list[Exchange] = []
    for line in REQUESTS.read_text(encoding="ascii").splitlines():
        if line.startswith("#"):
            continue
        op, outcome, request, reply = line.split(" ")
        result.append((int(op), payload(request), (Outcome(int(outcome)), payload(reply))))
    return result


class Threads(unittest.TestCase):
    def test_one_to_eight_threads_give_the_same_bits(self) -> None:
        expected = exchanges()
        self.assertGreater(len(expected), 100)
        for count in range(1, 9):
            start = threading.Barrier(count)
            different: list[int] = []
            finished: list[int] = []

            def run(
                number: int,
                start: threading.Barrier = start,
                different: list[int] = different,
                finished: list[int] = finished,
            ) -> None:
                start.wait()
                # Each begins elsewhere, so that they are at different operations at one time.
                first = number * len(expected) // 8
                for op, request, reply in expected[first:] + expected[:first]:
                    if answer(op, request) != reply:
                        different.append(op)
                finished.append(number)

            threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            with self.subTest(threads=count):
                self.assertEqual(different, [])
                self.assertEqual(sorted(finished), list(range(count)))


if __name__ == "__main__":
    unittest.main()
