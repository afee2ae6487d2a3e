/* sketch.h - dimensions and constraints of the drawing, kept with the model for those who draw it; no number depends on them.
 *
 *   sketch: {d1: {length: crank, is: 150 mm}, d2: {angle: [crank, coupler]}, c1: {parallel: [crank, rocker]}}
 */
#pragma once
#include "model/check.h"

extern const tml_field tml_sketch_fields[];
extern const size_t tml_sketch_fields_count;

/* The section as it stands in the file: one kind each, of as many bodies or points as it takes. */
void tml_sketch_read(const tml_checker *c, tml_model *model, const tml_node *map);
/* Names and values. */
void tml_sketch_check(tml_resolved *r);
