/* unknown_keys.h - keys of a map that no descriptor knows, and those that it must have. */
#pragma once
#include "model/check.h"

const tml_field *tml_field_find_in(const tml_field_list *lists, int count, const char *name); /* NULL: in none */
bool tml_field_is_missing(const tml_node *map, const tml_field *field); /* it is required, and not given */
bool tml_key_is_given(const tml_node *key, const char *type_key); /* it is neither struck out nor that of the kind */
/* Reports all that are unknown: *good is then false. What is close to a known one is read as that. True: some are close to none, and what is missing was told
 * with them. */
bool tml_unknown_keys_report(const tml_checker *c, const char *what, const tml_node *map, const tml_field_list *lists,
                             int list_count, const char *type_key, bool *good);
