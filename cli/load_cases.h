/* load_cases.h - loads on bodies at chosen instants, in body axes and at points of body frames, as a stress analysis wants them. */
#pragma once
#include "scene.h"
#include "trammel/trammel.h"

/* One instant. */
typedef struct {
    size_t row;        /* of the table */
    double time;       /* s; NAN: rows of the table are no motion */
    char reason[1000]; /* "largest force of A; largest force of B", "the output nearest to 0.5 s" */
} cli_load_case;

/* How a body moves, in its own axes. The acceleration of its point p is a + alpha x (p - com) + omega x (omega x (p - com)). */
typedef struct {
    double a[3];     /* of the centre of mass */
    double omega[3]; /* rad/s */
    double alpha[3]; /* rad/s^2 */
} cli_body_motion;

typedef struct {
    const tml_model *model;
    const tml_table *table;
    tml_free_body *free_body;
    cli_scene *scene;
    long body; /* loads on this one alone; -1: on all */
    size_t count;
    cli_load_case *cases; /* in the order of their rows */
    size_t row;           /* taken last */
} cli_load_cases;

/* Finds the last table of the results that tells loads; `body`: of this one alone, NULL: of all. TML_WRONG with messages. */
tml_status cli_load_cases_make(cli_load_cases *cases, const tml_model *model, const tml_results *results,
                               const char *body, tml_log *log);
void cli_load_cases_free(cli_load_cases *cases);
/* The output nearest to a time. TML_WRONG with a message: the motion does not reach that far. */
tml_status cli_load_cases_add_time(cli_load_cases *cases, double time, tml_log *log);
/* For each joint (of the body) the output at which its force is largest; where it has none, its torque. */
tml_status cli_load_cases_add_peaks(cli_load_cases *cases, tml_log *log);

/* Evaluates a case; then its loads, by index up to tml_free_body_count(cases->free_body). */
void cli_load_cases_take(cli_load_cases *cases, size_t index);
/* Whether a load belongs to the bodies that were asked for. */
bool cli_load_cases_has(const cli_load_cases *cases, size_t load);
/* In body axes, `at` in the body frame. */
tml_load cli_load_cases_load(const cli_load_cases *cases, size_t load);
cli_body_motion cli_load_cases_motion(const cli_load_cases *cases, size_t body);
/* "joint", "weight": a word for each kind of load. */
const char *cli_load_kind_name(tml_load_kind kind);
