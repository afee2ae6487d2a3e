/* equation.h - the equation of a joint of an expression. */
#pragma once
#include "model/model.h"

/* left - right of `left = right` as the joint's text has it; NULL with a message. */
const tml_tree *tml_element_equation(tml_resolved *r, const tml_element *e);
