/* even_planets.c - planets are in even places where their number divides the teeth of both wheels they mesh with, together. */
#include "model/even_planets.h"

int tml_even_planets(int teeth, int wanted)
{
    for (int away = 1; away < wanted; away++)
        for (int sign = 1; sign >= -1; sign -= 2)
            if (wanted + sign * away > 1 && teeth % (wanted + sign * away) == 0)
                return wanted + sign * away;
    return 1;
}
