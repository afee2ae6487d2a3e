/* colour_map.h - colours that stand for numbers. */
#pragma once
#include "plot/pen.h"

/* 0xRRGGBB of a part of the range, from 0 (least, dark blue) to 1 (greatest, yellow). */
unsigned long tml_map_colour(double part);
/* The ink of a value in a range; a range of one value has the middle one. */
int tml_map_ink(double value, double low, double high);
