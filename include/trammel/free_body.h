/* free_body.h - free bodies: every load on each body at a row of a table; inertia included, they add up to zero. */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
TML_BEGIN_DECLS

/* All that acts on a body at a row of a table: reactions of joints, force elements, drivers, actuators, weight, inertia. */
typedef enum {
    TML_LOAD_JOINT,
    TML_LOAD_FORCE,
    TML_LOAD_DRIVER,
    TML_LOAD_ACTUATOR, /* what `inverse` or `balance` finds to act on a coordinate of a joint */
    TML_LOAD_WEIGHT,
    TML_LOAD_INERTIA,   /* d'Alembert: -m a, -(I alpha + omega x I omega) */
    TML_LOAD_RESULTANT, /* the sum of all loads but inertia, about the centre of mass */
} tml_load_kind;

typedef struct {
    const char *body; /* on which it acts */
    size_t body_index;
    tml_load_kind kind;
    const char *name; /* of the element: "A"; "O.actuator", "weight", "inertia", "resultant" */
    const char *type; /* of the element: "revolute", "spring"; "" where it has none */
    double at[3];     /* where it acts; m, ground axes */
    double force[3];  /* N */
    double torque[3]; /* N m, besides the moment of the force */
    bool unique;      /* false: redundant constraints leave it open in part, tml_table_is_unique */
} tml_load;

typedef struct tml_free_body tml_free_body; /* the free bodies of one table */

/* Model and table must stay. TML_WRONG, with a message: the table has not all that it takes (modes, matrices). *free_body is made only if
 * the status is TML_OK. */
TML_API tml_status tml_free_body_make(const tml_model *model, const tml_table *table, tml_free_body **free_body,
                                      tml_log *log);
TML_API void tml_free_body_free(tml_free_body *free_body);
/* Evaluates all loads at a row of the table. TML_WRONG: there is no such row. */
TML_API tml_status tml_free_body_take(tml_free_body *free_body, size_t row);
/* Loads on all bodies, those of one body together, its weight and its inertia last: these add up to zero. */
TML_API size_t tml_free_body_count(const tml_free_body *free_body);
TML_API tml_load tml_free_body_load(const tml_free_body *free_body, size_t index);
TML_API tml_load tml_free_body_resultant(const tml_free_body *free_body, size_t body);

/* The loads on one body as text for people (caller frees), from the last table that tells them: at the output nearest to a time, NAN: at the
 * last; where rows are no motion, at each of them. */
TML_API tml_status tml_free_body_text(const tml_model *model, const tml_results *results, const char *body, double time,
                                      char **text, tml_log *log);

/* Appends a table "dynamics.loads" for each table that tells the loads, with the same rows: columns t, crank.A.x, crank.A.y (where it acts),
 * crank.A.fx, crank.A.fy, crank.A.torque; in space x y z fx fy fz tx ty tz. The resultant of a body follows its inertia. */
TML_API tml_status tml_results_add_loads(tml_results *results, const tml_model *model, tml_log *log);

TML_END_DECLS
