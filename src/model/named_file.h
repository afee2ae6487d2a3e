/* named_file.h - the content of a file that a model names. */
#pragma once
#include "model/model.h"

typedef struct {
    const char *path;
    char *data; /* (length) not ended by a zero */
    size_t length;
    tml_arena *part; /* gives its memory back also when the arena's runs out */
} tml_named_file;

/* The path that a node's text names, as seen from the folder of the file it stands in; nothing need be there. NULL with a message that begins
 * with `what`: a model that is not trusted may not read it. */
const char *tml_named_file_path(tml_resolved *r, const tml_node *node, const char *what);
/* Reads the file whose path is the node's text, as seen from the folder of the file it stands in. False with a message that begins with `what`.
 * To be closed in any case. */
bool tml_named_file_open(tml_resolved *r, const tml_node *node, const char *what, tml_named_file *file);
void tml_named_file_close(tml_named_file *file);
