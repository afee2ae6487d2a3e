/* group.h - sorts the series of a plot into panels. */
#pragma once
#include "plot/panel.h"

/* Makes layout->order and layout->panels with their series and ranges; false without memory. */
bool tml_layout_group(tml_layout *layout);
