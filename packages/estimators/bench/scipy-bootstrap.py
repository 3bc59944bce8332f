"""CPU seconds of scipy.stats.bootstrap for four quantiles of the values on stdin (little-endian doubles)."""
import sys
import time

import numpy as np
from scipy import stats

values = np.frombuffer(sys.stdin.buffer.read(), dtype="<f8")


def quantiles(x, axis=-1):
    return np.quantile(x, [0.5, 0.9, 0.99, 0.999], axis=axis)


start = time.process_time()
stats.bootstrap(
    (values,), quantiles, n_resamples=2000, batch=100, method="percentile", vectorized=True, random_state=np.random.default_rng(7)
)
print(time.process_time() - start)
