"""Benchmarks: run with python -m benchmarks.NAME; timing never decides a test."""
