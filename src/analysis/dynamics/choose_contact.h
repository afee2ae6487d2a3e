/* choose_contact.h - how a motion goes through contacts, stops and friction, and why; what it says about that. */
#pragma once
#include "analysis/dynamics/motion.h"

enum { TML_MANY_CONTACTS = 200 }; /* gaps up to which `auto` locates every event */

/* Facts of a motion with springs in place of rigid contacts, N/m, and with smooth friction in place of exact one, m/s. */
#define TML_CONTACT_STIFFNESS "stiffness of contacts"
#define TML_FRICTION_WIDTH    "width of smooth friction"

/* For what is written, "auto" among it; false with messages. */
bool tml_choose_contact(tml_task *task, const char *name, tml_contact_choice *choice);
/* Springs of the stiffness given (N/m; 0: the default), at the state of a system that moves for a time `span`. */
tml_contact_penalty tml_choose_contact_penalty(const tml_system *system, double stiffness, double t, const double *q,
                                               const double *v, double span, tml_arena *arena);
/* Facts about the choice, where there is something to choose. */
void tml_contact_facts(const tml_system *system, const tml_contact_choice *choice, tml_table *table);

/* The deepest penetration of springs that stand for rigid contacts and stops, relative to their scales. */
typedef struct {
    double depth; /* of the size, or rad */
    int gap;      /* of the system's penalized ones */
    double t;
} tml_penetration;
/* What the springs remember where a motion starts: whether they touch, and how fast, at the state that work holds. */
void tml_contact_springs_start(tml_workspace *work);
/* At the state that work holds. */
void tml_penetration_take(tml_penetration *deepest, const tml_workspace *work, double t);
void tml_penetration_fact(const tml_penetration *deepest, const tml_system *system, tml_table *table);
