"""The Cython core: rules of the games as C structs and functions, and the search kernels above them."""
