/* near_contacts.h - the contacts of a set (system/contact_set.h) at a state: candidates of near pairs, evaluated.
 *
 * The broad phase lists pairs; each keeps its candidates, and the impulses of its last step, for as long as it is near.
 */
#pragma once
#include "contact/broad_phase.h"
#include "system/contact_set.h"
#include "system/kernel/workspace.h"

/* A place where a near pair may touch. */
typedef struct {
    int first, second; /* members */
    int number;        /* of the candidate in its pair */
    union {
        tml_candidate solid;
        tml_profile_candidate profile;
    } as;
    int body[2];     /* in the order of J */
    double P[3];     /* impulses of the last step */
    double gap;      /* as last evaluated */
    double J[3][12]; /* of the gap, then of the slips, by the velocities of both bodies; if the gap is closed */
    int block;       /* of the solver; -1: open */
} tml_near_place;

typedef struct {
    const tml_contact_set *set;
    const tml_system *system;
    tml_broad_phase *broad;
    double *reach; /* (member_count) */
    tml_vec3 *at;  /* (member_count) centres of mass of the bodies */
    tml_near_place *places, *old;
    int place_count, place_capacity, old_capacity;
    tml_arena *arena;
} tml_near_contacts;

tml_near_contacts *tml_near_contacts_make(const tml_contact_set *set, const tml_system *system, tml_arena *arena);
/* Places and gaps at the state of work. */
void tml_near_contacts_evaluate(tml_near_contacts *n, const tml_workspace *work);
/* A distance that place i has at least, at that state. */
double tml_near_contacts_room(const tml_near_contacts *n, int i);
/* Visits the places of pairs that are not near now, but that bodies reach within a motion of the length way (of each body): the list of pairs
 * holds only while no body moves farther than its slack. */
typedef void (*tml_near_visit)(void *context, const tml_near_place *place);
void tml_near_contacts_visit_far(const tml_near_contacts *n, const double *way, tml_near_visit visit, void *context);
