"""What a client of a server on this machine needs for its lines: nothing.

A client reads all the certificates that the system trusts, unless it is given what to trust: some
20 ms of processor time each.
"""

import ssl

PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Trusts nobody, so it is of use for plain HTTP alone."""
