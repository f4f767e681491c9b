"""Sheets: cards rendered for a reviewer, one module per format behind one interface."""
