/* contact_graph.h - which contacts meet in a body. */
#pragma once
#include "dynamics/contact_solver.h"

typedef struct {
    int *first_of;    /* (bodies + 1) into contacts_of: the contacts of each body */
    int *contacts_of; /* (2 contact_count) */
} tml_contact_graph;

tml_contact_graph tml_contact_graph_make(const tml_contact_solver *s, tml_arena *arena);
/* The body of a side of a contact, from 0; -1: the ground. */
int tml_contact_body(const tml_contact_solver *s, const tml_contact_block *c, int side);
