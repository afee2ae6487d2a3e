/* trial.h - a model by one formulation and integrator, timed: the same motion several times, in a process of its own. */
#pragma once
#include "trammel/trammel.h"

typedef struct {
    const char *model; /* path */
    const char *const *set;
    int set_count;
    const char *formulation, *integrator; /* "auto": as Trammel chooses */
    double tolerance;
    int repeat;   /* runs of which the fastest counts */
    double limit; /* s of processor time for all runs together; then it is stopped, or not repeated */
    /* What is reported at the end of the run; NULL: all channels that are lengths or angles. */
    const char *const *channels;
    int channel_count;
} cli_trial;

typedef enum {
    CLI_DONE,
    CLI_FAILED,     /* the motion could not be integrated to its end */
    CLI_TOO_SLOW,   /* stopped at the limit */
    CLI_IMPOSSIBLE, /* this formulation cannot express the model, or not with this integrator */
    CLI_CRASHED,
    CLI_STOPPED, /* by the user */
} cli_outcome;

const char *cli_outcome_text(cli_outcome outcome);

typedef struct {
    cli_outcome outcome;
    char why[256]; /* first message, where it is not done */
    char formulation[16], integrator[16];
    int bodies, runs;
    double duration;                   /* s, simulated */
    double cpu;                        /* s, of the fastest run, from the first step to the end */
    double steps, evaluations, inside; /* inside: s, one evaluation of accelerations and multipliers */
    double first;                      /* s of processor time from opening the file to the end of the first step */
    double bytes;                      /* peak memory beyond that of the program */
    int value_count;
    double *values; /* (value_count) at the end of the run; freed by cli_timing_free */
    bool *is_angle; /* (value_count) which are angles, compared modulo 2 pi */
} cli_timing;

cli_timing cli_trial_run(const cli_trial *trial);
void cli_timing_free(cli_timing *timing);
/* Largest difference of the values; NAN where they cannot be compared. */
double cli_timing_error(const cli_timing *timing, const double *exact, int count);
