"""The lab: benches described once, for their page, their address, their files, their command."""
