"""The engines that fill cards: one embedded, one that asks a model."""
