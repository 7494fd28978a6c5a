"""What goes over the pipe between server and worker."""

from io import BytesIO

from longsuit.workers.frames import MOST_ASKED, Asked, decoder, receive, send


def test_the_largest_games_of_files_come_with_a_job() -> None:
    """A million characters, each of four bytes, beside a job of the largest size."""
    asked = Asked(1, b"j" * (MOST_ASKED - 8), (("mine.toml", "\U0001f0a1" * 1_000_000),))
    pipe = BytesIO()
    send(pipe, asked)
    pipe.seek(0)
    assert decoder(Asked).decode(receive(pipe, MOST_ASKED)) == asked
