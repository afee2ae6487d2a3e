/* time_steps.h - how long a step from a time may be so that it does not pass over a narrow feature of functions of time.
 *
 * Time is known exactly, and so are the enclosures of functions of it, before a step is taken. The time ahead is divided into cells, each so short that
 * every watched function stays near its values at the ends of the cell: within their hull, widened by a quarter of how much it varies nearby. A step that
 * is as long as a few cells has stages in every feature, and its error estimate does the rest.
 */
#pragma once
#include "base/pieces.h"
#include "expression/narrow_features.h"

typedef struct tml_time_steps tml_time_steps;

/* inputs: those of the expressions, [0] the time; the values of the others count as they are when they are read. span: length of the motion, which may
 * go on behind it where it is endless. NULL: there are no features. */
tml_time_steps *tml_time_steps_make(tml_arena *arena, const tml_narrow_feature *features, int count,
                                    const double *inputs, int input_count, double begin, double span, bool endless);
/* The longest step from t: `cells` times the shortest cell it meets, or up to where shorter cells begin. INFINITY: any. */
double tml_time_steps_longest(tml_time_steps *steps, double t, int cells);
/* At a time where inputs other than time may have changed. */
void tml_time_steps_refresh(tml_time_steps *steps);
/* What the steps to come depend on. */
void tml_time_steps_pieces(tml_time_steps *steps, tml_pieces *pieces);
enum { TML_TIME_SAMPLES = 32 /* in a cell in which enclosures do not tell */ };
/* In how many cells samples had to tell whether there are features. */
long tml_time_steps_sampled(const tml_time_steps *steps);
/* How many functions could not be enclosed, and are left to the control of errors. */
int tml_time_steps_given_up(const tml_time_steps *steps);
