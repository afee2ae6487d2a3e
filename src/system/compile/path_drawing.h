/* path_drawing.h - a belt or cable as drawn: tangents, arcs and lengths, before the mechanism moves. */
#pragma once
#include "model/path.h"
#include "system/compile/builder.h"
#include "system/path.h"

typedef struct {
    tml_vec3 *at;    /* (place_count) the middles of wheels, and points */
    double *angle;   /* (place_count) of their bodies, in the plane */
    double *carrier; /* (place_count) of what carries them */
    double *bearing; /* (span_count) its direction, in the plane */
} tml_path_drawing;

/* Places, spans with their lengths and directions, and constant of the path; false with a message. */
bool tml_path_draw(tml_builder *b, const tml_element *e, const tml_written_path *written, tml_path *path,
                   tml_path_drawing *drawing);
