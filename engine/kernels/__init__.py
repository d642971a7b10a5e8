"""Search kernels: they know games only as Rules, and no game by name."""
