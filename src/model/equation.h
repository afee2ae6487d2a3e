/* equation.h - the equation of a joint of an expression, or its condition of one side. */
#pragma once
#include "model/model.h"

/* left - right of `left = right` as the joint's text has it; of `left >= right` or `left <= right`, one_sided, what must not be below zero. NULL with a message. */
const tml_tree *tml_element_equation(tml_resolved *r, const tml_element *e, bool *one_sided);
