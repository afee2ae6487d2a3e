/* contour_lines.h - lines of one value through a triangle, and the part of it between two values. */
#pragma once
#include "plot/pen.h"

/* Where the linear function of three values at three places has this value; false: not inside. */
bool tml_contour_segment(const tml_spot at[3], const double value[3], double level, tml_spot segment[2]);
/* The polygon where low <= value <= high, at most 5 corners; returns how many. */
size_t tml_contour_band(const tml_spot at[3], const double value[3], double low, double high, tml_spot polygon[5]);
