"""What several plots are made of: axes and lanes, sweeps of a parameter, landscapes in relief, the pair that is looked at."""
