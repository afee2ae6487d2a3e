/* path_drawing.h - a belt or cable as drawn: tangents, arcs and lengths, before the mechanism moves. */
#pragma once
#include "model/path.h"
#include "system/compile/builder.h"
#include "system/path.h"

typedef struct {
    tml_vec3 *at;    /* (place_count) the middles of wheels, and points */
    double *angle;   /* (place_count) of their bodies, in the plane */
    double *carrier; /* (place_count) of what carries them */
    double *hinge;   /* (place_count) the angle of its hinge, in space */
    tml_mat3 *axes;  /* (place_count) of wheels in space, z along their axis */
    double *bearing; /* (2 span_count) its direction, as both ends see it */
} tml_path_drawing;

/* A span as drawn in space; false: its ends have no common tangent. */
bool tml_path_draw_span_space(tml_path *path, tml_path_drawing *drawing, int span);
/* What of it is further out of the plane of a wheel than a wheel could guide it; false with a message. */
bool tml_path_check_planes(tml_builder *b, const tml_element *e, const tml_written_path *written, const tml_path *path,
                           const tml_path_drawing *drawing);
/* Places, spans with their lengths and directions, and constant of the path; false with a message. */
bool tml_path_draw(tml_builder *b, const tml_element *e, const tml_written_path *written, tml_path *path,
                   tml_path_drawing *drawing);
