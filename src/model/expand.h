/* expand.h - the sections of a model with everything written out: uses of parts, repetitions, included files, defaults.
 *
 * Nodes of a part are copied for each use, with a place that names the use (base/use.h); no text is changed. What uses none of this is
 * read as it stands.
 */
#pragma once
#include "model/check.h"

/* Joins the sections of included files to those of the model: model->sections (include.c). */
void tml_includes_join(const tml_checker *c, tml_model *model);
/* Sets model->sections, uses and what belongs to them. The sections are a map whose keys were checked. */
void tml_sections_expand(const tml_checker *c, tml_model *model);
/* The bodies that uses were given, once bodies are known by name. */
void tml_ports_read(const tml_checker *c, tml_model *model);
/* Names of uses are names of nothing else; once all names are known. */
void tml_uses_check(const tml_checker *c, const tml_model *model);

/* ---- between the files behind it ---- */

/* Entries of a section as they come together. */
typedef struct {
    const tml_node *key;   /* of the section */
    const tml_node *value; /* of one that is no map; NULL: it is one */
    const tml_node **keys, **items;
    int count, capacity;
} tml_section_list;

typedef struct {
    const tml_checker *c;
    tml_model *model;
    tml_section_list *list;
    int list_count, list_capacity;
    const tml_node *parts; /* a map; NULL: none */
    bool *part_used;
    const tml_node *defaults;  /* of kinds; NULL: none */
    const tml_node *overrides; /* parameters of the file: some are of uses, leg3.L */
    tml_names override_names;  /* -> index of those */
    bool *override_used;
    const tml_use **uses;
    const tml_node **use_keys, **use_nodes;
    tml_names use_names;
    int use_capacity, port_capacity;
    int size;  /* nodes that were copied */
    bool full; /* there are too many, which was reported */
} tml_expansion;

/* How many times a map says that it is repeated, and its index; -1: it is not; 0: wrong, which was reported. */
int tml_repeat_read(const tml_expansion *x, const tml_node *map, const char *what, const char **index);
/* A repeated element's own scope, where its index has a value. */
const tml_use *tml_repeat_scope(const tml_expansion *x, const char *name, const tml_use *outer, const char *index,
                                int number);
/* A node and all below it as text of a use. */
const tml_node *tml_node_in_use(tml_expansion *x, const tml_node *node, const tml_use *use);
/* An entry of a section, whose key is given the full name in the use. */
void tml_section_put(tml_expansion *x, const char *section, const tml_node *key, const char *name, const tml_use *use,
                     const tml_node *value);
/* All entries of a section that stands in a use (NULL: in the file). */
void tml_section_add(tml_expansion *x, const tml_node *key, const tml_node *map, const tml_use *use);
/* All uses of a map (use.c). */
void tml_uses_add(tml_expansion *x, const tml_node *map, const tml_use *outer);
/* The full name of what is called so in a use. */
const char *tml_name_in_use(const tml_expansion *x, const char *name, const tml_use *use);
/* Sets the fields that `defaults` gives for kinds, checked (defaults.c). */
void tml_defaults_read(tml_expansion *x, const tml_node *defaults);
/* An element's map with those of its kind that it does not give; the list of analyses with theirs. */
const tml_node *tml_defaults_apply(tml_expansion *x, const char *section, const tml_node *key, const tml_node *value);
const tml_node *tml_defaults_of_analyses(tml_expansion *x, const tml_node *list);
