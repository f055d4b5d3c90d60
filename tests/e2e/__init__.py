"""The product in the real clients, which talk to fake model servers on loopback."""
