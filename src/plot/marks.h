/* marks.h - marks that pictures share: crosses, hatched places, many dots at once. */
#pragma once
#include "plot/pen.h"

/* Where there is no answer. */
void tml_draw_cross(tml_pen *pen, tml_spot centre, double radius, int ink);
void tml_draw_hatched(tml_pen *pen, tml_spot corner, double width, double height);
/* Dots as one stroke; `room` has place for 3 spots a dot. */
void tml_draw_dots(tml_pen *pen, const tml_spot *centres, size_t count, double radius, int ink, tml_spot *room);
