/* state_fields.h - what the user wrote in the fields of an element with states: checked once, before texts of its kind use it. */
#pragma once
#include "model/states.h"
#include "system/compile/builder.h"

/* Scopes of what is written: in any field, and in those that depend on place and time alone. */
typedef struct {
    const tml_scope *any, *placed;
} tml_written_scopes;

/* Numbers of its fields, each by itself and together; false with messages. */
bool tml_state_numbers_fit(tml_builder *b, const tml_state_element *e);
/* Expressions of its fields, where all names are known: their dimensions, and what is constant of them as numbers are. `force`: that has the states;
 * NULL: none. False with messages, each told once however often the texts of the kind use the field. */
bool tml_state_written_fits(tml_builder *b, const tml_state_element *e, const tml_force *force,
                            tml_written_scopes scopes);
