/* mechanics.h - mechanisms for tests: compiled from text, in random states, differentiated numerically; and the laws that every example in a
 * descriptor obeys. */
#pragma once
#include "assembly/assemble.h"
#include "base/text.h"
#include "linearize/linearization.h"
#include "system/kernel/workspace.h"
#include <stdint.h>

/* ---- pseudorandom numbers: the same on every machine ---- */

typedef struct {
    uint64_t state;
} random_source;

double random_between(random_source *d, double low, double high);
int random_index(random_source *d, int count);                     /* 0 .. count - 1 */
tml_vec3 random_vector(random_source *d, bool space, double size); /* components within +-size; z = 0 in the plane */
tml_vec3 random_direction(random_source *d, bool space);           /* a unit vector */

/* ---- a mechanism ---- */

typedef struct {
    tml_log *log;
    tml_model *model;
    tml_arena arena;
    tml_resolved *resolved;
    tml_system *system;
    tml_workspace *work;
    double *q, *v; /* a state, at first the guess of the model */
} mechanism;

/* Any message fails the test; the text is shown then. */
mechanism *mechanism_make(const char *text);
/* Messages are in its log, and the system is NULL where there are errors; mechanism_start gives it a state and a workspace. */
mechanism *mechanism_try(const char *text);
void mechanism_start(mechanism *m);
void mechanism_free(mechanism *m);
/* A workspace for the system as it is now, after a test has added measures. */
void mechanism_renew_work(mechanism *m);
/* Random poses and velocities of all bodies. */
void mechanism_scatter(mechanism *m, random_source *d);
/* Everything at a state: all measures, all rows, forces. */
void mechanism_evaluate(mechanism *m, const double *q, const double *v);
/* out = q moved by s d: the motion with constant velocities d after time s, exactly. */
void mechanism_moved(const mechanism *m, const double *q, const double *d, double s, double *out);

typedef struct {
    tml_vec3 x, v, w; /* centre of mass, its velocity, angular velocity: ground axes */
    tml_mat3 R;
} body_state;
body_state state_get(const mechanism *m, const double *q, const double *v, int body);
void state_put(const mechanism *m, int body, const body_state *state, double angle, double *q, double *v);

/* Joints closed as `initial` says, the state in q and v; then the linearized equations about it. */
tml_assembly mechanism_assemble(mechanism *m);
tml_linear *mechanism_linearize(mechanism *m, tml_about about);

/* ---- text of models ---- */

typedef struct {
    tml_vec3 com, point; /* body axes */
} body_numbers;

void put_vector(tml_text *text, tml_vec3 u, bool space); /* [x, y] or [x, y, z], exactly */
/* One line of `bodies`: a body with mass, centre of mass and point P at random. */
body_numbers put_body(tml_text *text, random_source *d, bool space, const char *name);

/* ---- derivatives ---- */

/* out[n] at parameter s */
typedef void (*curve)(void *context, double s, double *out);
/* d out/ds at s = 0 by central differences of order 8, steps of 0.003: good to 1e-12 where out changes over lengths of 0.3. */
void differentiate(curve f, void *context, int n, double *slope);

/* ---- linear algebra by definition ---- */

/* Rank of a (rows x columns, row-major), which is overwritten. */
int rank_of(double *a, int rows, int columns);
/* G of the first `rows` rows as a full matrix (rows x nv), from tml_workspace_G. */
void dense_G(const mechanism *m, int rows, double *G);

/* ---- checks ---- */

/* The text loads, runs, keeps its joints closed and its energy balanced to `energy` of its scale; it is written and
 * reads back to the same text and the same results. */
void check_example(const char *name, const char *text, double energy);
