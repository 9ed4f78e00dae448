"""What several layers draw with: places of points, sides of a boundary, ways of the slack, ellipses."""
