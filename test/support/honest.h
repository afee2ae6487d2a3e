/* honest.h - estimates of the error of a result against the true error.
 *
 * The truth is a run at a thousandth of the tolerance or less by another formulation; what that itself may be off by is told by a third
 * run, by yet another formulation or integrator.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <trammel/trammel.h>

#define HONEST_TRUST 3.0 /* the true error is below so many times the estimate */

/* The channel and time with the largest true error by its estimate. */
typedef struct {
    double ratio, t, truth, slack, estimate; /* slack: what the truth may be off by */
    char channel[128];
} honest_worst;

typedef struct {
    char name[128];
    bool estimated, compared; /* there is an estimate; and a truth */
    int channels;             /* compared */
    int lost;                 /* of these, without digits by the estimate */
    int undecided;            /* whose truth is known no better than its error: they show nothing */
    int worse;                /* beyond HONEST_TRUST */
    honest_worst worst;
    char why[160]; /* where not compared */
    double seconds;
} honest_outcome;

/* each: called with the largest ratio of every channel, or NULL. */
honest_outcome honest_try(const char *name, const char *text, tml_run_options way,
                          void (*each)(void *context, double ratio), void *context);
/* All of a file, which the caller frees; NULL: it cannot be read. */
char *honest_load(const char *path);
void honest_print_head(void);
void honest_print(const honest_outcome *o);
