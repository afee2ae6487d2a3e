/* event_run.h - events that act: what they do where they interrupt a motion.
 *
 * The integrator stops at the instant of an event. There all its events act in the order written; each is evaluated in the state that
 * those before it have left. An event whose expression crosses zero because another has acted occurs at the same instant, each once.
 * Then the integrator begins anew. The change of energy is added to the work, so that the balance closes.
 */
#pragma once
#include "analysis/dynamics/motion_state.h"
#include "dynamics/impulse.h"
#include <math.h>

/* Two times that differ by no more than what the location of events is uncertain by are one instant. */
static inline bool tml_is_same_instant(double t, double earlier)
{
    const double SAME_TIME = 1e-12; /* of the time */
    return t - earlier <= SAME_TIME * fmin(fabs(t), fabs(earlier));
}

/* Occurrences of one event: whether their intervals shrink towards a limit. */
typedef struct {
    bool pending;  /* it is to act at this instant */
    bool not_held; /* a warning was given that what it does lets the expression go on */
    long count;
    double last;     /* time */
    double interval; /* before that; 0: none */
    double first;    /* the longest of the intervals that shrink */
    int shrinking;   /* how many in succession */
} tml_occurrences;

/* The latest stretch of a motion that was stepped through (contact_bridge.c). */
typedef struct {
    double length; /* s */
    double end;    /* time; -INFINITY: there was none */
} tml_stretch;

/* The system of one set of drivers. */
typedef struct tml_switched_system {
    struct tml_switched_system *next;
    const bool *driver_off; /* (driver_count of the model) */
    tml_resolved *resolved;
    const tml_system *system;
} tml_switched_system;

typedef struct {
    tml_motion_state *m;
    const tml_system *rigid;      /* in which joints obey impulses: rows enforced, whatever they are in the motion */
    tml_switched_system *systems; /* those that events have led to */
    tml_impulse *impulse;
    const int *same;      /* (measure_count of rigid) the measures of the motion */
    double *lambda;       /* (rigid_row_count) impulses of all actions at one instant */
    double *now, *start;  /* (event_count) values of the expressions; just after the instant */
    double *ahead_values; /* (event_count) a moment ahead */
    double *rate_before;  /* (event_count) their rates at the instant, before anything acts */
    double *gradient;     /* (input_count) */
    double *ahead;        /* (size of y) */
    double *before;       /* (nv + result_law_count) accelerations of the bodies, unknown forces before anything acts */
    double *values, *speeds;      /* (assignment_count) */
    tml_impulse_line *lines;      /* (assignment_count) */
    tml_occurrences *occurrences; /* (event_count) */
    tml_table *table;             /* one row for each occurrence; NULL: none, or nothing is recorded */
    tml_table *facts;             /* of the motion; NULL: nothing is recorded */
    tml_interaction_run *interactions;
    size_t
        row_after;  /* rows of the table up to the one that shows the state after the last instant; 0: there is none */
    double instant; /* the time of that row */
    tml_stretch stretch;
    struct tml_contact_bridge *bridge; /* over instants at which no modes are found; NULL: none was needed yet */
} tml_event_run;

/* NULL: no event interrupts the motion, or, with a message and *good false, they cannot act in it. */
tml_event_run *tml_event_run_make(tml_motion_state *m, const tml_assembly *report, bool *good);
/* What depends on the system and the formulation of the motion: again after a driver was switched. */
bool tml_event_run_set_up(tml_event_run *r, const tml_assembly *report);
/* Impacts and modes where the motion starts, at t; false with messages. */
bool tml_event_run_settle_start(tml_event_run *r, double t);
/* The motion was put into another state at t, and nothing has happened yet. */
bool tml_event_run_restart(tml_event_run *r, double t);
/* A value of an input, in the motion and in its impulses. */
void tml_event_run_set_input(tml_event_run *r, const tml_input *input, double value);
/* Switches forces and drivers; the motion goes on in a system of its own for each set of drivers. */
tml_status tml_event_run_switch(tml_event_run *r, const tml_event *event, const tml_action *action, double t);
/* Angles and faces of sharp corners of the motion go over to the workspace of impulses. */
void tml_event_run_take_measures(tml_event_run *r);
/* Notes an occurrence. Whether those of an event that changes the motion shrink towards a limit (event_repetition.c); the warning that they do. */
bool tml_event_run_shrinks(tml_event_run *r, int event, double t, double *limit);
void tml_event_run_warn_zeno(const tml_event_run *r, int event, double limit);
/* Does what the events at the instant of the interruption do, and prepares the problem of m to go on. TML_OK: it goes on unless m->event
 * is set. */
tml_status tml_event_run_act(tml_event_run *r);
/* Rows of the table at an instant (event_rows.c): the state before it, unless a row shows it already, and after it. Not 0: no state can be shown. */
int tml_event_rows_begin(tml_event_run *r, double t);
int tml_event_rows_end(tml_event_run *r, double t);
/* Whether both states differ so that a reader of the table can see it. */
bool tml_event_rows_differ(const tml_event_run *r);
/* Output times up to the instant have their rows. */
void tml_event_rows_skip_times(tml_problem *p, double t);
/* How often events that count have occurred. */
void tml_event_run_facts(const tml_event_run *r);
