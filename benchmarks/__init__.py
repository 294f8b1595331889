"""What is measured, side by side with its floor in the same run.

A benchmark is a module of this package with a ``run(seconds)`` that returns one record per measurement;
its docstring's first line is its title. ``python -m benchmarks`` finds and runs them all.
"""
