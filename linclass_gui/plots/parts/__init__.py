"""What several plots are made of: axes and lanes, sweeps, curves of losses, bars, landscapes in
relief, the chosen pair.
"""
