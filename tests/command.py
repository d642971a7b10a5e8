"""The command line for the tests: in this process if that is enough, else as a process of its own."""

import subprocess
import sys

from typer.testing import CliRunner

from kiebitz.cli.main import build_app

# The published rule sheet's game after four turns.
EVENING = '''game = "kwatro"
players = ["Anna", "Ben"]
to_move = "Anna"
scores = [40, 214]
hand = "GX1 RS4 ** BO1"
origin = [-1, 0]
grid = """
.   .   RO3 .
RT2 BX2 GO2 YS2
.   .   YO1 GT3
GT2 YS3 BO4 RX1
"""
'''
EVENING_LINE = (
    "kiebitz1 game=kwatro players=Anna,Ben to_move=Anna scores=40,214 hand=GX1,RS4,**,BO1 origin=-1,0 "
    "grid=.,.,RO3,./RT2,BX2,GO2,YS2/.,.,YO1,GT3/GT2,YS3,BO4,RX1"
)
FAULTY = EVENING.replace("RT2 BX2", "RT2 BT2").replace("BO1", "RX1")
OVER = EVENING.replace('to_move = "Anna"\n', 'viewer = "Anna"\n') + "passes = 6\n"


def run(*arguments, stdin=None):
    """The result of `kiebitz ARGUMENTS` in this process: exit_code, stdout, stderr, exception."""
    return CliRunner().invoke(build_app(), [str(argument) for argument in arguments], input=stdin, prog_name="kiebitz")


def start(*arguments, **options):
    """`python -m kiebitz ARGUMENTS` as a process of its own."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "kiebitz", *map(str, arguments)], **options)


def run_process(*arguments, stdin=b"", **options):
    """Exit status, standard output and standard error of such a process, both as text."""
    process = start(*arguments, stdin=subprocess.PIPE, **options)
    stdout, stderr = process.communicate(stdin, timeout=120)
    return process.returncode, stdout.decode(), stderr.decode()
