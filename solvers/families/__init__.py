"""What whole families of methods share: those that choose a direction and cut along it, and those
that visit the samples.

Methods never import each other; what two of them have in common is here.
"""
