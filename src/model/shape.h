/* shape.h - shapes of bodies: centroid, extent, and how mass is distributed over them. */
#pragma once
#include "model/model.h"

/* What a shape is, in the body frame. */
typedef struct {
    tml_outline outline;
    double volume; /* m^3; NAN when a dimension was not given */
    tml_vec3 centroid;
    double inertia[6]; /* of one kilogram, about the centroid: xx yy zz xy xz yz, m^2 */
} tml_solid;

/* What the shape is on. */
typedef struct {
    tml_resolved *r;
    const tml_body *body;   /* points, drawn */
    const tml_names *names; /* of its points */
    bool centered;          /* the body gives its com */
    tml_element element;    /* the shape's own map, for the fields below; named for messages */
} tml_shape_context;

typedef struct {
    const char *name, *doc;
    tml_shape_kind kind;
    const tml_field *fields;
    size_t fields_count;
    const char *short_field; /* the field that `{disc: 50 mm}` gives */
    const char *lacks;       /* what a density needs: "its thickness" */
    tml_template template;   /* the sizes that a new one begins with */
    bool (*measure)(tml_shape_context *c, tml_solid *solid);
} tml_shape_class;

extern const tml_shape_class tml_shape_classes[];
extern const size_t tml_shape_class_count;

/* Reads `shape: NAME` or `shape: {NAME: …}`; the class, or NULL with messages. */
const tml_shape_class *tml_shape_read(tml_resolved *r, const tml_node *node, const char *body_name,
                                      tml_shape_context *context, tml_solid *solid);
/* A point by name or coordinates, in the body frame. */
bool tml_shape_place(tml_shape_context *c, const tml_node *node, const char *what, tml_vec3 *p);
/* A field of the shape's map that must be above zero; false when absent or wrong. */
bool tml_shape_length(tml_shape_context *c, const char *field, double *value);
/* t 1 + (a - t) u u': moment `along` the unit axis u and `across` it. */
void tml_inertia_about_axis(double along, double across, tml_vec3 u, double inertia[6]);
bool tml_shape_measure_polygon(tml_shape_context *c, tml_solid *solid);
