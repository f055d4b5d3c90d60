"""What the contract promises, tried from outside: one file per acceptance criterion."""
