/* free_body.h - what acts on each body of a mechanism, found from a row of a table.
 *
 *   sum F = m a      sum ((r - c) x F + T) = I alpha + omega x I omega      c: centre of mass
 *
 * The table contains enough: the wrench that joints and most force elements exert on their second body, and the scalar force of the
 * others along their measure, which the Jacobian of the measure turns into force and torque. Inertia (d'Alembert) is a load as well, so
 * that all loads on a body add up to zero.
 */
#pragma once
#include "analysis/row_motion.h"

/* Where the numbers of a load come from. */
typedef enum {
    TML_SOURCE_WRENCH, /* force and torque at a point: columns of a joint or a force element */
    TML_SOURCE_SCALAR, /* a scalar force along a sum of measures: one column */
    TML_SOURCE_COUPLE, /* a joint of joints: along measures, its multiplier from the wrench on one body */
    TML_SOURCE_ROW,    /* a joint of an expression: one column, along the whole row */
    TML_SOURCE_WEIGHT,
    TML_SOURCE_INERTIA,
} tml_load_source_kind;

typedef struct {
    tml_load load; /* as last evaluated; its names stay */
    tml_load_source_kind kind;
    int body;              /* on which it acts */
    long column[6];        /* fx fy fz tx ty tz (-1: none); SCALAR: the first alone */
    double factor;         /* SCALAR: of the column; WRENCH: -1 on the first body */
    const tml_term *terms; /* (term_count) SCALAR, COUPLE: along which it acts here */
    int term_count;
    const tml_term *row; /* (row_count) COUPLE: the whole row */
    int row_count;
    /* ROW; of teeth what pushes the wheels apart, by the second column, and of a worm what rubs around it, against the third */
    tml_terms along, apart, around;
    const tml_joint *joint; /* COUPLE */
    long place[3];          /* columns of where it acts, of a contact; the first -1: at the point below */
    int carrier;            /* it acts at a point of this body */
    tml_vec3 point;         /* from the centre of mass of the carrier, body axes */
} tml_load_source;

struct tml_free_body {
    tml_arena arena;
    const tml_table *table;
    const tml_system *system;
    tml_row_motion row;
    tml_load_source *sources; /* (count) by bodies, in the order of the model; weight and inertia come last of each */
    size_t count, capacity;
    size_t *first; /* (nb + 1) of each body's */
};

/* Lists the loads on all moving bodies. False: the table does not tell them. */
bool tml_load_sources_find(tml_free_body *f);
/* Evaluates all loads at a row, whose poses work holds. */
void tml_load_sources_evaluate(tml_free_body *f, const double *row);
