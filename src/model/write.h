/* write.h - a tree of nodes as YAML text. */
#pragma once
#include "model/node.h"

/* Text that reads back as an equal tree; the caller frees it with free(). NULL: no memory. */
char *tml_node_write(const tml_node *root);
/* Whether two trees say the same: places and quotes do not count. */
bool tml_node_same(const tml_node *a, const tml_node *b);
