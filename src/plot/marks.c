/* marks.c - crosses, hatched places, dots. */
#include "plot/marks.h"
#include "plot/frame.h"
#include <math.h>

void tml_draw_cross(tml_pen *pen, tml_spot at, double radius, int ink)
{
    tml_stroke stroke = {.spots = (tml_spot[]){{at.x - radius, at.y - radius},
                                               {at.x + radius, at.y + radius},
                                               {NAN, NAN},
                                               {at.x - radius, at.y + radius},
                                               {at.x + radius, at.y - radius}},
                         .count = 5,
                         .ink = ink,
                         .width = 1.2};
    pen->draw_stroke(pen, &stroke);
}

/* Lines x + y = s, s a multiple of a distance, so that hatches of neighbours go on in each other. */
void tml_draw_hatched(tml_pen *pen, tml_spot corner, double width, double height)
{
    static const double apart = 7;
    const double left = corner.x, top = corner.y, right = left + width, bottom = top + height;
    pen->draw_rectangle(pen, corner, width, height, TML_INK_GRID);
    for (double s = ceil((left + top) / apart) * apart; s < right + bottom; s += apart) {
        const double x = fmax(left, s - bottom), y = fmax(top, s - right);
        const tml_spot from = {x, s - x}, to = {s - y, y};
        if (to.x - from.x > 0.5)
            tml_draw_line(pen, from, to, TML_INK_AXIS, 0.8);
    }
}

void tml_draw_dots(tml_pen *pen, const tml_spot *centres, size_t count, double radius, int ink, tml_spot *room)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        room[used++] = centres[i];
        room[used++] = centres[i];
        room[used++] = (tml_spot){NAN, NAN};
    }
    tml_stroke stroke = {.spots = room, .count = used, .ink = ink, .width = 2 * radius};
    if (used > 0)
        pen->draw_stroke(pen, &stroke);
}
