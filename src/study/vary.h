/* vary.h - what a study varies: parameters of the model, each with levels or a distribution, and which points are made of them. */
#pragma once
#include "model/model.h"
#include "trammel/study.h"
#include <stdint.h>

typedef struct tml_variation tml_variation;

/* NULL with messages. */
tml_variation *tml_variation_read(const tml_model *model, const tml_study_options *options, tml_arena *arena,
                                  tml_log *log);
const char *tml_variation_sample(const tml_variation *v); /* the name of its sequence */
uint64_t tml_variation_points(const tml_variation *v);
int tml_variation_count(const tml_variation *v); /* of parameters */
const char *tml_variation_name(const tml_variation *v, int index);
const char *tml_variation_unit(const tml_variation *v, int index); /* SI; "": none, or not known */
int tml_variation_parameter(const tml_variation *v, int index);    /* which of the model's */
/* The ends of a range, and the start of a search that is given with it, else NAN. False: it is not a range. */
bool tml_variation_range(const tml_variation *v, int index, double *low, double *high, double *start);
/* By how much it is varied: half the width of its values, or a standard deviation; 0: not known. */
double tml_variation_scale(const tml_variation *v, int index);
/* Values (count) at a point. Nothing is allocated. */
void tml_variation_point(const tml_variation *v, uint64_t point, double *values);
