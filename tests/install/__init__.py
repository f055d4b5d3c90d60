"""Into the clients and out again, with real files in a home of its own."""
