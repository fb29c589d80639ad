"""Writes: one module per part of the evening. Every service locks, checks, changes and audits in one transaction."""
