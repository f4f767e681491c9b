"""A run on a Ray cluster: papers in shards out, cards in parts back, the bytes of a run on one machine.

Nothing of Ray is imported before a shard has to be worked on.
"""
