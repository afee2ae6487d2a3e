/* motion_segments.h - a table that is a motion by segments: rises, returns, dwells, polynomials, expressions. */
#pragma once
#include "expression/motion.h"
#include "model/motion_numbers.h"

/* Reads the list of segments, which begin at `begin`, [x, y] (NULL: 0, 0). `units`: of plain numbers for x and the value; NULL: none. False
 * with messages. */
bool tml_segments_read(tml_resolved *r, const tml_node *list, const tml_node *begin, const char *what,
                       const tml_curve_options *options, const tml_unit *units, tml_tabulated *made);
