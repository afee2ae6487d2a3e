/* stepper.h - explicit Runge-Kutta steps for the programs written by hand, and how long they take.
 *
 * y' = rate(y). A step's error is held below 1 in units of tolerance (|y_i| + scale), root mean square. The tables are those of our
 * own integrator, so that only the equations differ.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int n;                                                      /* length of y */
    int (*rate)(void *context, const double *y, double *slope); /* 0, or a shorter step is tried */
    int (*project)(void *context, double *y);                   /* onto the constraints; NULL: nothing to project */
    void *context;
    double scale;
} stepper_motion;

typedef struct {
    long evaluations, steps, rejected;
} stepper_count;

/* From t = 0 to end, by the pair of this order. Returns 0 when it gets there. */
int stepper_run(const stepper_motion *motion, int order, double tolerance, double end, double *y, stepper_count *count);

/* The classical fourth-order rule with a fixed number of steps. */
int stepper_run_fixed(const stepper_motion *motion, int steps, double end, double *y, stepper_count *count);

/* Seconds of one rate(y): the best of several rounds, each of about 20 ms. */
double stepper_time_rate(const stepper_motion *motion, const double *y);

/* The same motion from the same start over and over, for about 0.15 s: its shortest CPU time. */
typedef struct {
    int order; /* 4: fixed steps */
    double tolerance;
    int fixed_steps;
    double end;
} stepper_task;
int stepper_best(const stepper_motion *motion, const stepper_task *task, const double *start, double *y,
                 stepper_count *count, double *cpu);

/* "Dormand-Prince 5(4)" and so on */
const char *stepper_name(int order);

#ifdef __cplusplus
}
#endif
