"""Builds Climb against the headers of the installed kiebitz."""

from Cython.Build import cythonize
from setuptools import setup

import kiebitz

setup(ext_modules=cythonize("climb/rules.pyx", include_path=[kiebitz.get_include()]))
