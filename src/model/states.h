/* states.h - the states of a model: elements of the section `states`, then those of forces, with their variables in one list.
 *
 * Element k has the variables first, first + 1, ... of the list; their values make up the vector s of a motion.
 */
#pragma once
#include "model/check.h"
#include "model/force_class.h"
#include "model/state_class.h"

extern const tml_state_class tml_state_rate; /* of an element that names no ready piece */

/* Reads the section, and the states of the forces, which have been read. Names are put into the model's set of names by the caller. */
void tml_states_read(const tml_checker *c, tml_model *model, const tml_node *map);
/* For messages: `state x`, `force m`. */
const char *tml_state_what(const tml_state_element *e, tml_arena *arena);
/* What the user wrote in a field, by the name that texts of the kind use for it; NULL: nothing, *field says whether there is such a
 * field. */
const tml_node *tml_state_field(const tml_state_element *e, const char *name, const tml_field **field);
/* Whether a list of names, separated by blanks, has this one; NULL: it is empty. */
bool tml_state_lists(const char *names, const char *name);
/* The unit of a field: its own, or that of what the force acts along. NULL: not checked, or not known. */
const char *tml_state_field_unit(const tml_state_class *class, const tml_field *field, tml_channel_along along);
