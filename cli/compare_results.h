/* compare_results.h - two results of one run, channel by channel. */
#pragma once
#include "trammel/trammel.h"

typedef struct {
    size_t tables, channels, values; /* compared */
    size_t different;                /* channels that differ in a bit */
    size_t missing;                  /* tables, channels or rows that one of them lacks */
    double worst;                    /* largest difference, relative to the largest value of its channel */
} cli_comparison;

/* Prints, for each table of the first, what differs: the largest difference of each channel, and where it is. */
cli_comparison cli_compare_results(const tml_results *first, const tml_results *second, bool quiet);
