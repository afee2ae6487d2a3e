/* choose.h - which integrator `auto` takes, and why. */
#pragma once
#include "analysis/moving.h"

typedef struct {
    const tml_integrator_class *class; /* NULL: the one asked for cannot do it, an error was written */
    const char *why;                   /* "" when it was asked for by name */
} tml_choice;

tml_choice tml_choose_integrator(tml_moving *m, double t, const double *y);
