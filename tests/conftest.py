import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

# What a shell starts in the background ignores Ctrl-C, and so would the processes of the tests that send it.
signal.signal(signal.SIGINT, signal.default_int_handler)
