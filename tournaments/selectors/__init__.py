"""Reads: one module per part of the evening. A selector never writes."""
