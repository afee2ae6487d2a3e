/* scene.h - the bodies of a model as they are drawn (tml_scene_text): masses, points and shapes, body frames. */
#pragma once
#include "trammel/trammel.h"

/* A shape; lengths that it does not have are 0. A hole is cut out of the shapes before it. */
typedef struct {
    const char *kind; /* "rod" */
    bool hole;
    double at[3];        /* centre */
    double from[3];      /* of a rod */
    double to[3];        /* the same */
    double axis[3];      /* of a disc or cylinder */
    double size[3];      /* of a box */
    double width;        /* of a rod */
    double radius;       /* of a disc, sphere or cylinder */
    double length;       /* of a cylinder; the thickness of a disc or polygon */
    size_t corners;      /* of a polygon */
    double (*corner)[3]; /* the same; owned */
} cli_shape;

typedef struct {
    const char *name;
    double at[3];
} cli_scene_point;

typedef struct {
    const char *name;
    double mass;
    double inertia[6]; /* xx yy zz xy xz yz about the centre of mass; plane: only zz counts */
    double com[3];
    size_t point_count, shape_count;
    cli_scene_point *points; /* owned */
    cli_shape *shapes;       /* owned */
} cli_scene_body;

typedef struct {
    const tml_model *model; /* it is of; the caller's */
    bool space;             /* false: plane */
    double size;
    size_t body_count; /* with the ground, 0 */
    cli_scene_body *bodies;
    void *texts; /* owned: what names belong to */
} cli_scene;

/* With the parameters as they are in an analysis; -1: as they are at first. NULL with messages. */
cli_scene *cli_scene_make(const tml_model *model, long analysis, tml_log *log);
void cli_scene_free(cli_scene *scene);
