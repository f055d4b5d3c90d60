"""What somebody tries who wants to harm the user, and what must hold all the same."""
