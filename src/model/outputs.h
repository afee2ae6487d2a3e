/* outputs.h - the outputs of a model: named expressions over everything that is reported.
 *
 *   load: hypot(B.fx, B.fy)      camber: {value: ..., unit: deg}      gap: {distance: [crank.A, ground.C]}
 *
 * A request (distance, angle, velocity, angular_velocity) is a short form: it is written out as an expression of channels.
 */
#pragma once
#include "model/check.h"

/* A kind of request. */
struct tml_output_request {
    const char *name;
    bool has_components; /* along an axis, or its magnitude */
    /* Its expression in a resolved model; NULL with a message that begins with `what`. */
    const char *(*text)(tml_resolved *r, const tml_output_element *output, const char *what);
};

extern const tml_output_request tml_output_requests[];
extern const int tml_output_request_count;
extern const tml_field tml_output_fields[]; /* of the long form */
extern const size_t tml_output_fields_count;

/* Reads the section. Names are put into the model's set of names by the caller. */
void tml_outputs_read(const tml_checker *c, tml_model *model, const tml_node *map);
/* How messages call it: "output load"; or "answer", of a study, which the model's text does not have. */
const char *tml_output_what(tml_arena *arena, const tml_output_element *output);
/* What an output computes, as text and parsed; NULL with messages. */
const tml_tree *tml_output_parse(tml_resolved *r, const tml_output_element *output);
/* Unit in which an output is reported, as written; *given: whether there is one. False with a message. */
bool tml_output_unit(tml_resolved *r, const tml_output_element *output, bool *given, tml_unit *unit);
