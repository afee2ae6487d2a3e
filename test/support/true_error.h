/* true_error.h - error estimates of a result compared with the true error.
 *
 * The truth is a run at a thousandth of the tolerance or less by another formulation; its own error is
 * estimated by a third run, by yet another formulation or integrator.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <trammel/trammel.h>

#define MAX_ERROR_RATIO 3.0 /* the true error is below so many times the estimate */

/* The channel and time with the largest ratio of true error to estimate. */
typedef struct {
    double ratio, t, truth, slack, estimate; /* slack: error of the truth */
    char channel[128];
} worst_channel;

typedef struct {
    char name[128];
    bool estimated, compared; /* there is an estimate; and a truth */
    int channels;             /* compared */
    int lost;                 /* of these, without digits by the estimate */
    int undecided;            /* whose truth is no better known than its error: they prove nothing */
    int worse;                /* beyond MAX_ERROR_RATIO */
    worst_channel worst;
    char why[160]; /* where not compared */
    double seconds;
} true_error_outcome;

/* each: called with the largest ratio of every channel, or NULL. */
true_error_outcome true_error_compare(const char *name, const char *text, tml_run_options options,
                                      void (*each)(void *context, double ratio), void *context);
/* All of a file, which the caller frees; NULL: it cannot be read. */
char *true_error_load(const char *path);
void true_error_print_head(void);
void true_error_print(const true_error_outcome *o);
