"""Programs for developers: learning, tuning, probes, error rates, planted faults. They are not installed."""
