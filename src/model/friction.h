/* friction.h - friction of a joint as written: `friction: 0.3`, or `friction: {coefficient: 0.15, static: 0.2, radius: 8 mm}`.
 *
 *   mu(v) = coefficient + (static - coefficient) exp(-(v/stribeck)^exponent)     v: slip speed at the surfaces
 *   |friction| <= static load  while it sticks,  = mu(v) load + viscous speed  while it slides;  load: tml_friction_form, with the preload
 */
#pragma once
#include "model/model.h"

typedef struct {
    double values[16]; /* of tml_friction_fields, those with a number; `static` is never below `coefficient` */
    bool given[16];    /* or has a preset */
    bool dry;          /* a coefficient or a static one is above zero */
    bool smooth;       /* the model */
    tml_place place;   /* of the key */
} tml_friction;

/* Reads and checks it; false: the joint has none, or with a message. */
bool tml_element_friction(tml_resolved *r, const tml_element *joint, tml_friction *friction);
/* The value of a field; 0: not given. */
double tml_friction_value(const tml_friction *friction, const char *field);
void tml_friction_set(tml_friction *friction, const char *field, double value);
bool tml_friction_has(const tml_friction *friction, const char *field);
/* Whether dry friction of a joint of this form needs the radius of its pin, ball or shaft. */
bool tml_friction_needs_radius(const tml_joint_form *form);
/* Whether this friction of the joint acts: an optional one needs a radius. */
static inline bool tml_friction_acts(const tml_friction *friction, const tml_friction_form *form)
{
    return !form->optional || !form->is_rotation || tml_friction_has(friction, "radius");
}
