"""A QR code on a sign holds its address, square by square."""

import re

import segno

from longsuit.web.qr import qr_code


def test_the_path_draws_the_squares_of_the_code() -> None:
    address = "http://floor.example/table/T1#rules"
    code = qr_code("Rules", address)
    drawn = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.path)}
    made = segno.make(address, error="m", micro=False)
    border = made.default_border_size
    dark = {
        (x + border, y + border)
        for y, row in enumerate(made.matrix)
        for x, square in enumerate(row)
        if square
    }
    assert drawn == dark and code.size == len(made.matrix) + 2 * border
    assert qr_code("Rules", address + "/2").path != code.path
