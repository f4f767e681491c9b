"""Pages about cards for people who work on engines, models and prompts: one self-contained HTML file each."""
