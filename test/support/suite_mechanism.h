/* suite_mechanism.h - one mechanism for a suite of tests, freed when the next is made and at the end.
 *
 * Included by one file of a test, which gives free_mechanism to its suite.
 */
#pragma once
#include "support/mechanics.h"

static mechanism *m;

static void free_mechanism(void)
{
    if (m)
        mechanism_free(m);
    m = NULL;
}

static inline void make_mechanism(const char *text)
{
    free_mechanism();
    m = mechanism_make(text);
}
