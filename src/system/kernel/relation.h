/* relation.h - functions of several measures: their values, and their derivatives for tangents. */
#pragma once
#include "system/kernel/workspace.h"

enum { TML_MAX_RELATION_TERMS = 64 };

/* Values, rates, biases of all relations, and the coefficients of their terms, from the measures. */
void tml_workspace_relate(tml_workspace *work);

/* An expression of values of measures alone. */
double tml_relation_value(const tml_workspace *work, const tml_expression *of_values);

/* How a sum of terms, or a relation, changes with the measure m of one of its terms:
 *   ds = c dm,   ds' = c dm' + along dm,   ds'' = c dm'' + 2 along dm' + third dm
 * Of a sum only c is not zero. */
typedef struct {
    double c, along, third;
} tml_term_weight;

/* At the state of work; a: accelerations, NULL: `third` is not needed. */
void tml_terms_weights(const tml_workspace *work, const tml_terms *terms, const double *a,
                       tml_term_weight weights[TML_MAX_RELATION_TERMS]);
/* d2F/dm_k dm_l of a relation (from 1). */
void tml_relation_curvature(const tml_workspace *work, int relation,
                            double curvature[TML_MAX_RELATION_TERMS][TML_MAX_RELATION_TERMS]);
