/* rescale.h - a model written in other units: every number of its text multiplied by a power of the scales of length, mass and time.
 *
 * A number of dimension L^a M^b T^c becomes length^a mass^b time^c times as large, so that the results must become as much larger, each
 * column by its own unit, and nothing else may change. Parameters and tables keep their numbers: what is computed of them is
 * multiplied where it enters the model, and channels and t are divided by their scales inside expressions.
 * Scales that are powers of two make every product exact.
 */
#pragma once
#include <trammel/trammel.h>

typedef struct {
    double length, mass, time;
} rescale;

/* By how much a number of this unit ("N*m/rad", "1/s") grows. */
double rescale_factor(rescale by, const char *unit);
/* The text of the model in other units, to be freed. `channels`: tables of a run, which know the units of channels. NULL: the text is
 * no model. */
char *rescale_text(const char *text, rescale by, const tml_results *channels);
