/* interaction_run.h - stops, rigid contacts and dry friction in a motion: modes from event to event.
 *
 * In given modes the motion is smooth. It is interrupted where one ends:
 *   open     the gap falls to zero             closed   the force falls to zero
 *   slides   the slip falls to zero            sticks   |x| reaches what friction can hold
 * and where a sharp corner that is closed leaves the face that it touches.
 * There the next modes follow from complementarity: first of impulses where bodies approach each other, then of accelerations.
 */
#pragma once
#include "analysis/dynamics/event_run.h"
#include "dynamics/complementarity.h"

/* What has happened along one interaction. */
typedef struct {
    long impacts, changes;
    double returned; /* speed after the latest impact over that before */
    double latest;   /* impulse */
    double ratio;    /* of the latest impulse to that before: of a bounce to the one before */
    double hop;      /* time between these */
    double struck_at;
    double impulse; /* sum of all */
    bool struck;    /* by an impulse at this instant */
    double resting; /* time at which its bounces end, too low to be followed; NAN: they were never so low */
    double
        rocking; /* time at which strikes that alternate with those of others end, too low to be followed; NAN: they were never so low */
    double low_since, low_hop,
        low_impulse, /* of these bounces: when they begin, how long the first is, and its impulse at its end */
        low_ratio;   /* of each to the one before */
    double let_go;   /* time at which it was released last */
    bool fired;      /* its mode has ended at this instant */
    bool released;   /* it was held, and goes over to the other mode */
    bool
        parts; /* a sharp corner at another, past which it slides, or which carries its load: its gap of zero does not act */
    double margin; /* by which a sharp corner may be beyond the end of its face */
    double slack;  /* by which its gap or slip may be below zero: it has just been released */
    double slow;   /* speed at which its gap may close at this instant, taken as zero */
} tml_interaction_history;

struct tml_interaction_run {
    tml_event_run *r;
    int forces;                              /* of all interactions */
    tml_result_laws *laws;                   /* of the rigid system: loads of friction in an impact */
    double *sides;                           /* (kinks) -1 or 1: on which side of zero they are; 0: not known */
    tml_interaction_history *history;        /* (interaction_count) */
    tml_interaction_mode *latest, *reported; /* (interaction_count) modes after the latest instant, and as reported */
    double latest_time;
    long changes;        /* of modes, of all interactions */
    tml_condition *list; /* (interaction_count + laws) */
    tml_complementarity problem;
    double *r0, *R;               /* of impulses */
    double *u;                    /* (forces) speeds before an impact */
    double *given;                /* (forces) impulses of its present phase beside the unknown ones */
    double *compression;          /* (forces) impulses of its first phase */
    double *V;                    /* udot by forces */
    double *P;                    /* (forces) impulses at this instant, by interaction and component */
    int *first;                   /* (interaction_count) of its forces among P */
    tml_impulse_line *lines;      /* (forces) */
    int *of;                      /* (forces) what P each is */
    double *gradient;             /* (input_count) */
    double *correction;           /* (forces) of projection */
    double *small, *right;        /* (forces^2), (forces) of projection */
    double overlap, overlap_time; /* the deepest in a row, of the scale of its gap; when */
    int overlapping;              /* which */
    double last;                  /* time of the latest interruption */
    int at_once;                  /* interruptions at that time */
    double counted_from;          /* time from which they are counted */
    int counted;                  /* interruptions since then */
    double share_moves;  /* from this time on the motion depends on how contacts share loads; INFINITY: it does not */
    bool coarse;         /* gaps are as exact as the steps of a caller's integrator, which are not known */
    double longest_step; /* from here: no closed sharp corner goes far beyond its face */
    long gains;          /* impacts that gained energy */
    long jams;           /* impacts without collision */
    double *free_acceleration; /* (interaction_count) of gaps at zero, without forces, where no forces are possible */
    int *kinks, first_guard;   /* (interaction_count) kinks of each limit; the first guard among what is watched */
    double *rooms;             /* (interaction_count) */
    tml_feature *features;     /* (feature_capacity) of one pair of polyhedra at one instant */
    int feature_capacity;
    bool *touching;          /* (its candidates) vertices at a gap of zero */
    int *kept;               /* (its candidates) pairs of edges that touch */
    bool *alone;             /* (measure_count) a gap or slip that only its interaction depends on */
    bool *idle, *idle_slips; /* (measure_count) those of open interactions; the slips of these */
};

/* NULL: the system has none; or, with messages and *good false, the motion cannot start. */
tml_interaction_run *tml_interaction_run_make(tml_event_run *r, bool *good);
/* Forgets what has happened. */
void tml_interaction_run_reset(tml_interaction_run *x);
/* Impacts and modes at the state of the motion; *moved: velocities have changed. */
tml_status tml_interaction_run_settle(tml_interaction_run *x, double t, bool *moved);
/* Values that are watched: kinks of what limits friction, rooms of sharp corners on their faces, guards, and rates of those that are gaps; the first guard among them. */
int tml_interaction_run_watched(const tml_system *system, int *first_guard);
/* These at the state just placed and, where forces are needed, solved for. */
bool tml_interaction_run_needs_forces(const tml_interaction_run *x);
void tml_interaction_run_guards(const tml_interaction_run *x, const tml_workspace *w, double *g);
/* The gap that one of them needs, or its rate, and nothing else: its measure; -1: it needs more. Its value at the state just placed. */
int tml_interaction_run_gap_of(const tml_interaction_run *x, int index);
double tml_interaction_run_gap_value(const tml_interaction_run *x, const tml_workspace *w, int index);
/* Forces of each interaction that is held, and what its friction holds; NAN: none. Steps resolve them, also where nothing moves. */
enum { TML_SIGNALS = 4 };
void tml_interaction_run_note_signals(const tml_workspace *w, double *signals);
/* (interaction_count x TML_SIGNALS) characteristic forces. */
void tml_interaction_run_scale_signals(const tml_motion_state *m, double *scale);
/* Those of them that need forces, at the state just solved for; g begins with NAN, and of the others it stays that. */
void tml_interaction_run_note_guards(const tml_interaction_run *x, const tml_workspace *w, double *g);
/* (measure_count) measures that nothing depends on in the present modes: in the equations of motion; in what is watched. */
const bool *tml_interaction_run_idle(const tml_interaction_run *x);
const bool *tml_interaction_run_idle_slips(const tml_interaction_run *x);
void tml_interaction_run_count_kinks(tml_interaction_run *x);
/* Finds which measures belong to one interaction alone, once; which of them are idle in the present modes. */
void tml_interaction_run_find_alone(tml_interaction_run *x);
void tml_interaction_run_find_idle(tml_interaction_run *x);
/* Holds closed gaps and sticking joints where they are, after a step. 0, +1. */
int tml_interaction_run_project(tml_interaction_run *x, double t, double *y, double tolerance);
/* The longest step in which no slip in several directions comes to rest, where it has no direction, and no closed sharp corner goes far beyond
 * its face. */
double tml_interactions_max_step(const tml_motion_state *m);
/* The same of compliant contacts: no body is on the other side of one at the end of a step. */
double tml_springs_max_step(const tml_motion_state *m);
/* Which events are those at which one begins (event_count); whether there are any. */
bool tml_springs_find(const tml_system *s, bool *begins);
/* A step was accepted: directions of slip go on from here. */
void tml_interaction_run_accept(tml_interaction_run *x, double t, const double *y);
/* Rows of the table of events for what the latest instant has changed, once the motion has gone on to t. */
tml_status tml_interaction_run_report_changes(tml_interaction_run *x, double t);
/* Whether the latest instant has changed a mode. */
bool tml_interaction_run_has_changed(const tml_interaction_run *x);
/* Adds the impulses of bounces too low to be followed, up to a time, to those of an interaction. */
void tml_interaction_run_add_low(tml_interaction_run *x, int interaction, double until);
/* Looks for the deepest overlap at the state just observed: of an output row. */
void tml_interaction_run_sample(tml_interaction_run *x, double t);
void tml_interaction_run_facts(tml_interaction_run *x);
