"""Algorithms for K classes at once: Newton's method for softmax, a walk for the SVM, the linear
machine's corrections in Kesler's space.
"""
