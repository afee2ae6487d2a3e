/* kind.h - the kind of a value while compiling: a known dimension, or none.
 *
 * A plain number, and any product or quotient with one, is untyped and fits anywhere. Two typed values must agree where they are added,
 * compared or alternatives of a choice.
 */
#pragma once
#include "base/unit.h"
#include "expression/op.h"

typedef struct {
    bool typed;
    tml_dimension dimension;
} tml_kind;

enum { TML_KIND_MESSAGE = 160 };

/* The kind of op(a, b); b is ignored by unary operations, exponent is NaN unless constant. False with a message
 * (TML_KIND_MESSAGE) if they do not fit. */
bool tml_kind_apply(tml_op op, tml_kind a, tml_kind b, double exponent, tml_kind *result, char *message);
/* The common kind of two operands of the function `name`, such as step; false with a message. */
bool tml_kind_agree(const char *name, tml_kind a, tml_kind b, tml_kind *result, char *message);
/* "N/m", "a plain number" */
void tml_kind_print(tml_kind kind, char *text, size_t size);
