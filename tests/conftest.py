"""How many examples the generated tests try: few by default, many with HYPOTHESIS_PROFILE=soak."""

import os
import signal
import sys

from hypothesis import HealthCheck, settings

# A generated game takes as long as it takes; what must stay fast is measured in benchmarks.
_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

# Under CI every run tries the same examples, so that a red run is red again.
settings.register_profile(
    "default",
    max_examples=100,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=_SLOW_IS_FINE,
)
settings.register_profile("soak", max_examples=5000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# Started in the background, all children would inherit that Ctrl-C is ignored, and never stop.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The programs that tests start would compile everything anew, one by one.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
