/* body.h - the parts of one body, as it is read. */
#pragma once
#include "model/check.h"

typedef struct {
    tml_resolved *r;
    const tml_element *e;
    const char *what; /* `body crank` */
    tml_body *body;
    tml_names *names;         /* of its points */
    const tml_node *imported; /* what its mass properties from a file say: a map, or NULL */
} tml_body_draft;

/* A key of the body or of its imported mass properties, or NULL; `body crank: key` for messages. */
const tml_node *tml_draft_get(const tml_body_draft *d, const char *key);
const char *tml_draft_about(const tml_body_draft *d, const char *key);
bool tml_draft_is_ground(const tml_body_draft *d);

void tml_draft_points(tml_body_draft *d);                        /* points.c */
void tml_draft_import(tml_body_draft *d);                        /* mass_properties.c */
void tml_draft_matter(tml_body_draft *d);                        /* mass.c */
void tml_draft_surfaces(tml_body_draft *d);                      /* body_surface.c; com and outline are known */
void tml_draft_inertia(tml_body_draft *d, const tml_node *node); /* inertia.c; com and mass are known */
