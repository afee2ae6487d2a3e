/* robots_mujoco.c - forward dynamics of a robot by MuJoCo: mj_forward at random states, contacts and constraints off.
 *
 *     robots_mujoco FILE.xml SECONDS
 *
 * Prints degrees of freedom and the times of the fastest passes over 64 states as nanoseconds for one evaluation: of mj_forward as a whole, and of those of its parts that accelerations need.
 */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATES = 64 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double between(double low, double high)
{
    return low + (high - low) * rand() / RAND_MAX;
}

/* What accelerations need: kinematics, inertia, bias, passive forces, and the solution. */
static void smooth(const mjModel *m, mjData *d)
{
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_makeM(m, d);
    mj_factorM(m, d);
    mj_comVel(m, d);
    mj_passive(m, d);
    mj_rne(m, d, 0, d->qfrc_bias);
    for (int i = 0; i < m->nv; i++)
        d->qfrc_smooth[i] = d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i];
    mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
}

static double time_of(const mjModel *m, mjData *d, const double *q, const double *v, double seconds, bool whole)
{
    double least = INFINITY;
    for (const double begin = now(); now() - begin < 1e9 * seconds;) {
        const double from = now();
        for (int i = 0; i < STATES; i++) {
            memcpy(d->qpos, q + i * m->nq, (size_t)m->nq * sizeof *q);
            memcpy(d->qvel, v + i * m->nv, (size_t)m->nv * sizeof *v);
            if (whole)
                mj_forward(m, d);
            else
                smooth(m, d);
        }
        least = fmin(least, now() - from);
    }
    return least / STATES;
}

int main(int count, char **arguments)
{
    char error[1000] = "";
    mjModel *m = count == 3 ? mj_loadXML(arguments[1], NULL, error, sizeof error) : NULL;
    if (!m) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_SENSOR | mjDSBL_ACTUATION;
    mjData *d = mj_makeData(m);
    double *q = calloc(STATES, (size_t)m->nq * sizeof *q), *v = calloc(STATES, (size_t)m->nv * sizeof *v),
           *by = calloc((size_t)m->nv + 1, sizeof *by);
    for (int i = 0; i < STATES; i++) {
        memcpy(q + i * m->nq, m->qpos0, (size_t)m->nq * sizeof *q);
        for (int k = 0; k < m->nv; k++)
            by[k] = between(-1, 1), v[i * m->nv + k] = between(-1, 1);
        mj_integratePos(m, q + i * m->nq, by, 1);
    }
    for (int k = 0; k < m->nv; k++)
        d->qfrc_applied[k] = between(-1, 1);
    const double seconds = atof(arguments[2]) / 2;
    const double whole = time_of(m, d, q, v, seconds, true), part = time_of(m, d, q, v, seconds, false);
    printf("%d %.1f %.1f\n", (int)m->nv, whole, part);
    return 0;
}
