"""Any number of classes: schemes over two-class fits, and methods that see all classes at once.

:mod:`.listed` names the methods that exist for K classes only, :mod:`.known` those that exist for two classes, too.
"""
