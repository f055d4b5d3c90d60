"""What will run, decided before anything runs: tiers, allowlist, clamps, budgets."""
