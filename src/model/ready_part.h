/* ready_part.h - parts that need not be written: a planetary gear set, a differential. */
#pragma once
#include "model/check.h"

/* Names of all, separated by blanks. */
extern const char tml_ready_part_names[];
/* The part of this name as a use wants it, by the whole numbers in `with`; its key tells one of them from another. NULL: there is none, or with a message (*known is true). */
const tml_node *tml_ready_part(const tml_checker *c, const char *name, const tml_node *use, const char *what,
                               const char **key, bool *known);
