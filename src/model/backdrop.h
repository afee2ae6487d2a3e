/* backdrop.h - a picture under the drawing, to trace over, and groups of elements to hide or lock: kept with the model for those who draw
 * it; no number depends on them.
 *
 *   background: {image: linkage.jpg, at: [0.1, 0.2], width: 300 mm, angle: 2 deg, opacity: 0.4, locked: true}
 *   groups: {frame: {of: [base, cover, spring], hidden: true}}
 */
#pragma once
#include "model/check.h"

extern const tml_field tml_background_fields[];
extern const size_t tml_background_fields_count;
extern const tml_field tml_group_fields[];
extern const size_t tml_group_fields_count;

/* The sections as they stand in the file. */
void tml_backdrop_read(const tml_checker *c, tml_model *model, const tml_node *groups);
/* Names and values. */
void tml_backdrop_check(tml_resolved *r);
