/* near_models.h - copies of a study's model at values near a point, kept from one gradient to the next: numbers alone are written into them again
 * (base/track.h), so that what a search differentiates at a hundred points is compiled once. */
#pragma once
#include "study/study.h"

typedef struct tml_near_models tml_near_models;

tml_near_models *tml_near_models_make(const tml_study *study); /* NULL: no memory */
void tml_near_models_free(tml_near_models *all);
/* The copy of that number (from 0 on) with values (parameters), of which one (-1: none) is moved by so much. What was made of it before is of no use
 * any more. NULL: it could not be made. */
tml_model *tml_near_model(tml_near_models *all, int number, const double *values, int moved, double by);
/* Adds how often they were resolved and compiled. */
void tml_near_models_count(const tml_near_models *all, uint64_t *resolved, uint64_t *compiled);
const tml_study *tml_near_models_study(const tml_near_models *all);
