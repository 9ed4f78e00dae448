"""The places of words in a picture: beside points, along lines, in parts of the plane."""
