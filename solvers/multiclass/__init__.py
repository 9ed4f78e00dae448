"""Any number of classes: schemes over two-class fits, and methods that see all classes at once.

:mod:`.registry` names the methods that exist for K classes only, :mod:`.forms` those that
exist for two classes, too.
"""
