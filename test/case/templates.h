/* templates.h - what tests of the workbench's gallery share: a mechanism run as it is written, and places of its points. */
#pragma once
#include "support/case.h"
#include <complex.h>
#include <stdio.h>

static inline tml_case run(const char *stem)
{
    char path[128];
    snprintf(path, sizeof path, "../workbench/page/templates/%s.yaml", stem);
    return tml_case_run(path, TML_AS_WRITTEN);
}

/* A point of a body at a row. */
static inline double complex at(const tml_case *c, size_t row, const char *point)
{
    char x[64], y[64];
    snprintf(x, sizeof x, "%s.x", point);
    snprintf(y, sizeof y, "%s.y", point);
    return tml_case_value(c, row, x) + I * tml_case_value(c, row, y);
}
