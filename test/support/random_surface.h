/* random_surface.h - a surface of any registered kind with sizes and places at random: its fields tell what to write. */
#pragma once
#include "model/body_surface.h"
#include "support/case.h"
#include "support/mechanics.h"

/* A section `tables` with what fields of surfaces may name. */
extern const char random_surface_tables[];

/* Two bodies with a surface each that the contact `hit` lets touch. */
typedef struct {
    bool space;
    const tml_body_surface_class *kind[2];
    char *surface[2];           /* {sphere: {radius: 0.2}} */
    double mass[2], inertia[2]; /* in space the same about all axes: without a torque the angular velocity stays */
    tml_vec3 com[2];            /* body axes */
    tml_vec3 position[2];       /* of the frames */
    tml_vec3 axis[2];
    double angle[2];                /* about it */
    tml_vec3 velocity[2], omega[2]; /* of the centre of mass; both in ground axes */
} random_pair;

/* Sizes at random that the reader takes. rings: open curves of the plane come back to their beginning, where they may, so that nothing gets
 * behind them. */
random_pair random_pair_make(const tml_body_surface_class *first, const tml_body_surface_class *second, bool space,
                             bool rings, random_source *d);
void random_pair_free(random_pair *p);
/* Bodies at random places, about `distance` apart. */
void random_pair_scatter(random_pair *p, double distance, random_source *d);
/* The model without gravity: fields of the contact (", friction: 0.3"), then further lines. exchanged: the second surface named first. */
char *random_pair_text(const random_pair *p, bool exchanged, const char *fields, const char *lines);
/* The compiled model; NULL: such surfaces do not touch. Any other message fails the test. */
mechanism *random_pair_compile(const random_pair *p, bool exchanged);
/* The state of the pair as it is now in q and v of the mechanism. */
void random_pair_put(const random_pair *p, mechanism *m);

/* Where they are nearest, of all places of the contact. */
typedef struct {
    double gap, rate;
    tml_vec3 n; /* from the first body to the second */
} pair_place;
pair_place random_pair_nearest(const random_pair *p, mechanism *m);

/* ---- in a run ---- */

typedef struct {
    tml_vec3 x, v, w; /* of the centre of mass */
} pair_row;
typedef struct {
    tml_vec3 linear, angular; /* about the origin */
} pair_momentum;

double random_pair_column(const tml_case *c, size_t row, const char *element, const char *channel);
pair_row random_pair_row(const tml_case *c, size_t row, int body, bool space);
pair_momentum random_pair_momentum(const random_pair *p, const tml_case *c, size_t row);

/* Calls `see` for each pair of registered kinds of the plane or of space, each pair once. */
void each_pair_of_surfaces(bool space,
                           void (*see)(const tml_body_surface_class *first, const tml_body_surface_class *second));
