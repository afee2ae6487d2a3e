/* solid.h - shapes in space as closed surfaces of triangles. */
#pragma once
#include "scene.h"

typedef struct {
    size_t count, room;
    double (*corners)[3][3]; /* owned: of each triangle, counterclockwise seen from outside; m */
} cli_mesh;

typedef struct {
    int segments;     /* of a full circle */
    double width;     /* of rods that have none, m */
    double thickness; /* of discs that have none, m */
} cli_solid_options;

typedef enum { CLI_SOLID_ADDED, CLI_SOLID_UNKNOWN, CLI_SOLID_NO_MEMORY } cli_solid_result;

/* Adds the surface of a shape; its corners lie on the true one. UNKNOWN: there is no surface of this kind, or its size is not given. */
cli_solid_result cli_solid_add(cli_mesh *mesh, const cli_shape *shape, const cli_solid_options *options);
/* Volume by the divergence theorem: the sum of a . (b x c)/6. */
double cli_mesh_volume(const cli_mesh *mesh);
void cli_mesh_free(cli_mesh *mesh);
