/* model_in_units.h - a model in other units: every number of its text multiplied by powers of the scales of length, mass and time.
 *
 * A number of dimension L^a M^b T^c is multiplied by length^a mass^b time^c. The results must be multiplied likewise, each
 * column by its own unit, and nothing else may change. Parameters and tables keep their numbers: values computed from them are
 * multiplied where they enter the model, and channels and t are divided by their scales inside expressions.
 * Scales that are powers of two make every product exact.
 */
#pragma once
#include <trammel/trammel.h>

typedef struct {
    double length, mass, time;
} unit_scales;

/* The factor for a number of this unit ("N*m/rad", "1/s"). */
double unit_factor(unit_scales by, const char *unit);
/* The text of the model in other units, to be freed. `channels`: tables of a run, which know the units of channels. NULL: the text is
 * not a model. */
char *text_in_units(const char *text, unit_scales by, const tml_results *channels);
