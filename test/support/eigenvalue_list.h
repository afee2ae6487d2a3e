/* eigenvalue_list.h - how often an eigenvalue re + im i occurs in a list, to 1e-10. */
#pragma once
#include <math.h>

static inline int count_eigenvalue(const double *list_re, const double *list_im, int length, double re, double im)
{
    int count = 0;
    for (int i = 0; i < length; i++)
        count += hypot(list_re[i] - re, list_im[i] - im) < 1e-10;
    return count;
}
