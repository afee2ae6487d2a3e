/* body_surface.h - surfaces of bodies, which touch those of others: where contacts, rolling and clearances find their geometry.
 *
 *   bodies: {ball: {surfaces: {rim: {disc: 50 mm}}}, ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}}
 *
 * All is in the frame of the body. A curve of the plane has its free side, where nothing of the body is, on its left.
 */
#pragma once
#include "contact/cam.h"
#include "expression/spline.h"
#include "model/model.h"

typedef enum {
    TML_SURFACE_POINT,    /* at */
    TML_SURFACE_DISC,     /* at, radius, hollow: in space an edge without thickness about axis */
    TML_SURFACE_LINE,     /* points[0], points[1]: without ends */
    TML_SURFACE_POLYLINE, /* points */
    TML_SURFACE_POLYGON,  /* points, closed; hollow */
    TML_SURFACE_SPLINE,   /* points, x, y; closed, hollow */
    TML_SURFACE_CAM,      /* cam; hollow: the outer flank of a groove */
    TML_SURFACE_SPHERE,   /* at, radius, hollow */
    TML_SURFACE_PLANE,    /* at, axis: its normal, on the free side */
    TML_SURFACE_CAPSULE,  /* points[0], points[1], radius */
    TML_SURFACE_CYLINDER, /* at: its middle, axis, radius, length (0: without ends), hollow */
    TML_SURFACE_BOX,      /* at: its middle, size: along the axes of the body */
    TML_SURFACE_MESH,     /* points: of which it is the convex hull */
    TML_SURFACE_HEIGHTS,  /* at, heights: z - at.z = heights(x - at.x, y - at.y), free above */
    TML_SURFACE_TORUS,    /* at, axis, radius: of the circle in its tube, tube: radius of that */
} tml_body_surface_kind;

typedef struct tml_body_surface_class tml_body_surface_class;
typedef struct tml_shape_context tml_shape_context; /* model/shape.h */

struct tml_body_surface {
    const char *name; /* "rim" */
    const char *full; /* "ball.rim" */
    tml_place place;
    int body;
    const tml_body_surface_class *class;
    const char *group; /* NULL: none */
    tml_vec3 at, axis; /* axis: a unit vector */
    double radius, tube, length;
    tml_vec3 size;
    const tml_vec3 *points; /* (point_count) a curve in the plane has its free side on the left */
    int point_count;
    const tml_knot *x,
        *y;             /* (point_count, one more if closed) of a spline: coordinates over the length of its chords */
    const tml_cam *cam; /* in the frame of the body */
    const tml_surface *heights;
    bool hollow, closed;
    tml_vec3
        speed; /* of a belt: x in the plane, along the curve as `points` lists it; in space along the body's axes */
};

struct tml_body_surface_class {
    const char *name, *doc;
    tml_body_surface_kind kind;
    bool plane, space; /* where there are such */
    const tml_field *fields;
    size_t fields_count;
    const char *short_field;                                 /* the field that `{disc: 50 mm}` gives */
    const char *motion;                                      /* the field that names the table of a follower's motion */
    tml_template template;                                   /* the sizes that a new one begins with */
    bool (*read)(tml_shape_context *c, tml_body_surface *s); /* false with messages */
};

extern const tml_body_surface_class *const tml_body_surface_classes[];
extern const int tml_body_surface_class_count;
/* Fields that every surface may have: group. */
extern const tml_field tml_body_surface_common_fields[];
extern const size_t tml_body_surface_common_fields_count;

#define TML_SURFACE_AT(meaning)                                                                                        \
    {                                                                                                                  \
        "at", TML_FIELD_PLACE, "m",                                                                                    \
            .doc = meaning ": a point or coordinates; the com, or the frame's origin (in a drawing the mean of the "   \
                           "points) if not given"                                                                      \
    }
#define TML_SURFACE_RADIUS                                                                                             \
    {"radius", TML_FIELD_NUMBER, "m", .doc = "radius"},                                                                \
    {                                                                                                                  \
        "diameter", TML_FIELD_NUMBER, "m", .doc = "diameter, instead of a radius"                                      \
    }
#define TML_SURFACE_HOLLOW                                                                                             \
    {                                                                                                                  \
        "hollow", TML_FIELD_BOOL, .preset = "false", .doc = "touched from within: a bore"                              \
    }
#define TML_SURFACE_SPEED                                                                                              \
    {                                                                                                                  \
        "speed", TML_FIELD_NUMBER, "m/s",                                                                              \
            .doc = "of a belt that runs on it: in the direction from its first point to its second"                    \
    }

/* Whether a field that is true or false is given as true. */
bool tml_surface_is(const tml_shape_context *c, const char *field);
/* Reads `points` (at least `least` of them, no two in a row the same) and `speed` of a curve in the plane. */
bool tml_surface_curve(tml_shape_context *c, int least, tml_body_surface *s);
/* Lists the points of a closed curve so that its free side is on the left: outside of it, or inside if it is hollow. false with a
 * message: its last point is its first. */
bool tml_surface_close(tml_shape_context *c, tml_body_surface *s);
/* What is wrong with a surface, as an error with its place; false. */
bool tml_surface_refuse(const tml_shape_context *c, const char *why);

/* The surface that a text names, as body.surface; NULL with a message that begins with `what`. */
const tml_body_surface *tml_resolved_surface(tml_resolved *r, const tml_node *node, const char *what);
/* All that it names: one surface, those of a body, or those of a group. How many, in *list; 0 with a message. */
int tml_resolved_surfaces(tml_resolved *r, const tml_node *node, const char *what, const tml_body_surface ***list);
