/* motion_numbers.h - numbers of a motion: of x, of its value, and of derivatives of the value by x, whose kinds agree with each other. */
#pragma once
#include "expression/kind.h"
#include "model/check.h"

typedef struct {
    tml_resolved *r;
    const char *what;      /* for messages: `table lift: segment 2` */
    const tml_unit *units; /* (2) of plain numbers for x and the value; NULL: none */
    tml_kind kinds[2];     /* of x and the value, once they are known */
} tml_motion_numbers;

/* A number of x (is_value 0) or of the value, differentiated `order` times by x (1). Plain numbers are in the units of the table, those
 * with units are of the kind that came before. False with a message. */
bool tml_motion_number_read(tml_motion_numbers *m, const tml_node *node, int is_value, int order, double *number);
/* Whether what is of this dimension agrees with what came before, and fixes it if it is the first. */
bool tml_motion_number_agrees(tml_motion_numbers *m, const tml_node *node, int is_value, int order, bool typed,
                              tml_dimension dimension);
