"""Asks by the batch: half the price, an answer within a day, the same cache as a run."""
