"""Algorithms for K classes at once: Newton's method for softmax, an interior point for the SVM,
Kesler's space.
"""
