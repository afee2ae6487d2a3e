/* shape.h - shapes of bodies: centroid, extent, and how mass is distributed over them. */
#pragma once
#include "model/model.h"

/* What a shape is, in the body frame. */
typedef struct {
    tml_outline outline;
    double volume;   /* m^3; NAN when a dimension was not given */
    double area;     /* m^2, of a flat shape; 0: it is not flat */
    tml_vec3 normal; /* unit vector across a flat shape */
    tml_vec3 centroid;
    double inertia[6]; /* of one kilogram, about the centroid: xx yy zz xy xz yz, m^2 */
} tml_solid;

/* What the shape is on. */
typedef struct tml_shape_context {
    tml_resolved *r;
    const tml_body *body;    /* points, drawn */
    const tml_names *names;  /* of its points */
    bool centered;           /* the body gives its com */
    bool part;               /* an entry of `shapes`: it may have mass, density and hole beside */
    tml_element element;     /* the shape's own map, for the fields below; named for messages */
    const tml_field *fields; /* (fields_count) that it may have */
    size_t fields_count;
} tml_shape_context;

typedef struct {
    const char *name, *doc;
    tml_shape_kind kind;
    const tml_field *fields;
    size_t fields_count;
    const char *short_field; /* the field that `{disc: 50 mm}` gives */
    const char *lacks;       /* what a density needs: "a thickness" */
    tml_template template;   /* the sizes that a new one begins with */
    bool (*measure)(tml_shape_context *c, tml_solid *solid);
} tml_shape_class;

extern const tml_shape_class tml_shape_classes[];
extern const size_t tml_shape_class_count;

/* By name; NULL: there is none. */
const tml_shape_class *tml_shape_class_find(const char *name);
/* Reads `shape: NAME`, `shape: {NAME: …}` or {NAME: size, key: …}; the class, or NULL with messages. */
const tml_shape_class *tml_shape_read(tml_resolved *r, const tml_node *node, const char *body_name,
                                      tml_shape_context *context, tml_solid *solid);
/* A point by name or coordinates, in the body frame. */
bool tml_shape_place(tml_shape_context *c, const tml_node *node, const char *what, tml_vec3 *p);
/* A field of the shape's map that must be above zero; false when absent or wrong. */
bool tml_shape_length(tml_shape_context *c, const char *field, double *value);
/* `radius` or `diameter`, one of which must be given. */
bool tml_shape_radius(tml_shape_context *c, double *radius);
/* `at`; if not given, the com of a body that is centred there, the mean of the points of a drawn one, or the origin. */
bool tml_shape_center(tml_shape_context *c, tml_vec3 *center);
/* A direction of the body frame: x, y, z or a vector; z if not given. */
bool tml_shape_direction(tml_shape_context *c, const char *field, tml_vec3 *direction);
/* A list of points or coordinates; how many, -1 with messages. */
int tml_shape_corners(tml_shape_context *c, const tml_node *list, tml_vec3 **corners);
/* Extents along axes, each above zero; false with a message. */
bool tml_shape_size(tml_shape_context *c, double size[3]);
/* {disc: 50 mm, at: A, hole: true} as {radius: 50 mm, at: A}: `short_field` is that of the key at `index`, keys of which `other` says so
 * are left out (may be NULL). NULL with a message that begins with `what`: a key is given twice. */
const tml_node *tml_kind_options(tml_resolved *r, const tml_node *map, int index, const char *short_field,
                                 const char *what, bool (*other)(const tml_node *key));
/* The fields of an entry of `shapes` besides those of its shape: mass, density, hole. */
extern const tml_field tml_shape_part_fields[];
extern const size_t tml_shape_part_fields_count;

/* Several shapes in one body. */
typedef struct {
    tml_solid solid;   /* all of them; its inertia is that of one kilogram of the whole */
    bool has_mass;     /* the shapes have masses or densities of their own, */
    double mass;       /* and this is their sum */
    const char *vague; /* else: why it is not known how the mass is distributed, for a message; NULL: it is */
    tml_place place;   /* of the shape that is to blame */
} tml_composite;
/* Reads `shapes: [{NAME: …, hole: true}, …]`; false with messages. `density` is that of the body, NAN: none. */
bool tml_shapes_read(tml_resolved *r, const tml_node *list, const char *body_what, double density,
                     tml_shape_context *context, tml_composite *all);
/* I + m (|d|^2 1 - d d'): entries of a tensor about a point at d from the centre of mass. */
void tml_inertia_shift(double mass, tml_vec3 d, double inertia[6]);
/* t 1 + (a - t) u u': moment `along` the unit axis u and `across` it. */
void tml_inertia_about_axis(double along, double across, tml_vec3 u, double inertia[6]);
/* What is wrong with corners of a plane polygon; NULL: nothing. */
const char *tml_polygon_misfit(const tml_vec2 *p, int count);
bool tml_shape_measure_polygon(tml_shape_context *c, tml_solid *solid);
extern const tml_field tml_shape_mesh_fields[];
enum { TML_SHAPE_MESH_FIELDS = 4 };
bool tml_shape_measure_mesh(tml_shape_context *c, tml_solid *solid);
