"""The tools, called as the kernel calls them."""
