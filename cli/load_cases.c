/* load_cases.c - chooses instants of a motion, and turns the loads of a row of its table into body axes.
 *
 * With the rotation R and the centre of mass c of a body at that row, and its centre of mass com in the body frame:
 *   point com + R' (r - c), force R' F, torque R' T.
 */
#include "load_cases.h"
#include "frontend/codes.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [TML_LOAD_JOINT] = "joint",         [TML_LOAD_FORCE] = "force",   [TML_LOAD_DRIVER] = "driver",
    [TML_LOAD_ACTUATOR] = "actuator",   [TML_LOAD_WEIGHT] = "weight", [TML_LOAD_INERTIA] = "inertia",
    [TML_LOAD_RESULTANT] = "resultant",
};

const char *cli_load_kind_name(tml_load_kind kind)
{
    return kind_names[kind];
}

/* ---- the table ---- */

/* Messages of tables that do not tell loads, modes say, count only where no other does. */
static tml_status find_table(cli_load_cases *cases, const tml_results *results, tml_log *log)
{
    tml_status status = TML_WRONG;
    for (size_t i = tml_results_count(results); i-- > 0 && status != TML_OK;) {
        tml_log *scratch = tml_log_make();
        cases->table = tml_results_table(results, i);
        status = scratch && tml_table_rows(cases->table)
                     ? tml_free_body_make(cases->model, cases->table, &cases->free_body, scratch)
                     : TML_WRONG;
        tml_log_free(scratch);
    }
    if (status != TML_OK && tml_results_count(results)) {
        cases->table = tml_results_find(results, NULL);
        status = tml_free_body_make(cases->model, cases->table, &cases->free_body, log);
        if (status == TML_OK) { /* it tells them, but has no row */
            tml_log_add(log, FE_E_NO_LOADS, (tml_place){0}, "the run found nothing: there are no loads");
            status = TML_WRONG;
        }
    } else if (status != TML_OK)
        tml_log_add(log, FE_E_NO_LOADS, (tml_place){0}, "the model has no analysis: there are no loads");
    return status;
}

static tml_status find_body(cli_load_cases *cases, const char *body, tml_log *log)
{
    cases->body = -1;
    for (size_t i = 1; body && i < tml_model_body_count(cases->model); i++)
        if (strcmp(tml_model_body_name(cases->model, i), body) == 0)
            cases->body = (long)i;
    if (!body || cases->body >= 0)
        return TML_OK;
    tml_log_add(log, FE_E_NO_FREE_BODY, (tml_place){0}, "there is no moving body \"%s\"", body);
    return TML_WRONG;
}

tml_status cli_load_cases_make(cli_load_cases *cases, const tml_model *model, const tml_results *results,
                               const char *body, tml_log *log)
{
    *cases = (cli_load_cases){.model = model};
    tml_status status = find_body(cases, body, log);
    if (status == TML_OK)
        status = find_table(cases, results, log);
    if (status == TML_OK) {
        cases->scene = cli_scene_make(model, (long)tml_table_analysis(cases->table), log);
        status = cases->scene ? TML_OK : TML_FAILED;
    }
    return status;
}

void cli_load_cases_free(cli_load_cases *cases)
{
    tml_free_body_free(cases->free_body);
    cli_scene_free(cases->scene);
    free(cases->cases);
    *cases = (cli_load_cases){0};
}

/* ---- instants ---- */

static double time_at(const cli_load_cases *cases, size_t row)
{
    const long t = tml_table_find(cases->table, "t");
    return t < 0 ? NAN : tml_table_value(cases->table, row, (size_t)t);
}

/* "a; b", or "a; …" where there is no room for all. */
static void join(char *text, size_t room, const char *more)
{
    const size_t length = strlen(text), tail = strlen("; …") + 1;
    if (length + strlen(more) + 2 + tail <= room)
        snprintf(text + length, room - length, "; %s", more);
    else if (strcmp(text + length - strlen("…"), "…") != 0)
        snprintf(text + length, room - length, "; …");
}

/* Cases are kept in the order of their rows; what asks for the same row once more is added to its reason. */
static tml_status add_case(cli_load_cases *cases, size_t row, const char *reason, tml_log *log)
{
    size_t i = 0;
    while (i < cases->count && cases->cases[i].row < row)
        i++;
    if (i < cases->count && cases->cases[i].row == row) {
        join(cases->cases[i].reason, sizeof cases->cases[i].reason, reason);
        return TML_OK;
    }
    cli_load_case *all = realloc(cases->cases, (cases->count + 1) * sizeof *all);
    if (!all) {
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
        return TML_NO_MEMORY;
    }
    memmove(all + i + 1, all + i, (cases->count - i) * sizeof *all);
    all[i] = (cli_load_case){.row = row, .time = time_at(cases, row)};
    snprintf(all[i].reason, sizeof all[i].reason, "%s", reason);
    cases->cases = all;
    cases->count++;
    return TML_OK;
}

tml_status cli_load_cases_add_time(cli_load_cases *cases, double time, tml_log *log)
{
    const size_t rows = tml_table_rows(cases->table);
    const double first = time_at(cases, 0), last = time_at(cases, rows - 1), edge = 1e-9 * (last - first);
    if (isnan(first) || !(time >= first - edge && time <= last + edge)) {
        if (isnan(first))
            tml_log_add(log, FE_E_NO_FREE_BODY, (tml_place){0},
                        "rows of %s are no motion: there is no time in it to choose", tml_table_kind(cases->table));
        else
            tml_log_add(log, FE_E_NO_FREE_BODY, (tml_place){0}, "%g s is not within the motion, from %g s to %g s",
                        time, first, last);
        return TML_WRONG;
    }
    size_t nearest = 0;
    for (size_t row = 1; row < rows; row++)
        if (fabs(time_at(cases, row) - time) < fabs(time_at(cases, nearest) - time))
            nearest = row;
    char reason[64];
    snprintf(reason, sizeof reason, "the output nearest to %g s", time);
    return add_case(cases, nearest, reason, log);
}

/* ---- peaks ---- */

typedef struct {
    double force, torque;         /* the largest of all rows */
    size_t force_row, torque_row; /* where */
} peak;

static double norm(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void look_at_row(const cli_load_cases *cases, size_t row, peak *peaks)
{
    tml_free_body_take(cases->free_body, row);
    for (size_t i = 0; i < tml_free_body_count(cases->free_body); i++) {
        const tml_load load = tml_free_body_load(cases->free_body, i);
        const double force = norm(load.force), torque = norm(load.torque);
        if (force > peaks[i].force)
            peaks[i].force = force, peaks[i].force_row = row;
        if (torque > peaks[i].torque)
            peaks[i].torque = torque, peaks[i].torque_row = row;
    }
}

/* Each joint is named once, by the body on which it was found first: on the other it acts with the opposite force. */
static bool named_before(const cli_load_cases *cases, size_t index, const char *name)
{
    for (size_t i = 0; i < index; i++) {
        const tml_load other = tml_free_body_load(cases->free_body, i);
        if (other.kind == TML_LOAD_JOINT && cli_load_cases_has(cases, i) && strcmp(other.name, name) == 0)
            return true;
    }
    return false;
}

static tml_status add_peak(cli_load_cases *cases, size_t index, const peak *found, double largest, tml_log *log)
{
    static const double NEGLIGIBLE = 1e-9; /* of the largest force of all */
    char reason[100];
    const char *name = tml_free_body_load(cases->free_body, index).name;
    const bool forced = found->force > NEGLIGIBLE * largest;
    if (!forced && !(found->torque > 0))
        return TML_OK;
    snprintf(reason, sizeof reason, "largest %s of %s", forced ? "force" : "torque", name);
    return add_case(cases, forced ? found->force_row : found->torque_row, reason, log);
}

tml_status cli_load_cases_add_peaks(cli_load_cases *cases, tml_log *log)
{
    const size_t loads = tml_free_body_count(cases->free_body);
    peak *peaks = calloc(loads + 1, sizeof *peaks);
    double largest = 0;
    tml_status status = peaks ? TML_OK : TML_NO_MEMORY;
    for (size_t row = 0; peaks && row < tml_table_rows(cases->table); row++)
        look_at_row(cases, row, peaks);
    for (size_t i = 0; peaks && i < loads; i++)
        largest = fmax(largest, peaks[i].force);
    for (size_t i = 0; i < loads && status == TML_OK; i++) {
        const tml_load load = tml_free_body_load(cases->free_body, i);
        if (load.kind == TML_LOAD_JOINT && cli_load_cases_has(cases, i) && !named_before(cases, i, load.name))
            status = add_peak(cases, i, &peaks[i], largest, log);
    }
    free(peaks);
    if (status == TML_OK && !cases->count) {
        tml_log_add(log, FE_E_NO_LOADS, (tml_place){0}, "no joint carries a load: choose instants by --at");
        status = TML_WRONG;
    }
    return status;
}

/* ---- body axes ---- */

void cli_load_cases_take(cli_load_cases *cases, size_t index)
{
    cases->row = cases->cases[index].row;
    tml_free_body_take(cases->free_body, cases->row);
}

bool cli_load_cases_has(const cli_load_cases *cases, size_t load)
{
    const size_t body = tml_free_body_load(cases->free_body, load).body_index;
    return body > 0 && (cases->body < 0 || (size_t)cases->body == body);
}

/* A channel of a body at the row; 0 where there is none, as z in the plane. */
static double channel(const cli_load_cases *cases, size_t body, const char *name)
{
    char whole[300];
    snprintf(whole, sizeof whole, "%s.%s", tml_model_body_name(cases->model, body), name);
    const long column = tml_table_find(cases->table, whole);
    return column < 0 ? 0 : tml_table_value(cases->table, cases->row, (size_t)column);
}

static void channels(const cli_load_cases *cases, size_t body, const char *const names[3], double to[3])
{
    for (int k = 0; k < 3; k++)
        to[k] = channel(cases, body, names[k]);
}

static void rotation(const cli_load_cases *cases, size_t body, double R[3][3])
{
    const double half = channel(cases, body, "angle") / 2;
    double w = cos(half), x = 0, y = 0, z = sin(half);
    if (cases->scene->space) {
        w = channel(cases, body, "qw"), x = channel(cases, body, "qx");
        y = channel(cases, body, "qy"), z = channel(cases, body, "qz");
    }
    const double all[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                              {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                              {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(R, all, sizeof all);
}

/* v = R' v */
static void rotate_back(double R[3][3], double v[3])
{
    const double old[3] = {v[0], v[1], v[2]};
    for (int k = 0; k < 3; k++)
        v[k] = R[0][k] * old[0] + R[1][k] * old[1] + R[2][k] * old[2];
}

tml_load cli_load_cases_load(const cli_load_cases *cases, size_t load)
{
    static const char *const position[] = {"x", "y", "z"};
    tml_load l = tml_free_body_load(cases->free_body, load);
    double R[3][3], centre[3];
    rotation(cases, l.body_index, R);
    channels(cases, l.body_index, position, centre);
    for (int k = 0; k < 3; k++)
        l.at[k] -= centre[k];
    rotate_back(R, l.at);
    rotate_back(R, l.force);
    rotate_back(R, l.torque);
    for (int k = 0; k < 3; k++)
        l.at[k] += cases->scene->bodies[l.body_index].com[k];
    return l;
}

cli_body_motion cli_load_cases_motion(const cli_load_cases *cases, size_t body)
{
    static const char *const a[] = {"ax", "ay", "az"}, *const omega[] = {"omegax", "omegay", "omegaz"},
                             *const alpha[] = {"alphax", "alphay", "alphaz"};
    static const char *const omega_plane[] = {"", "", "omega"}, *const alpha_plane[] = {"", "", "alpha"};
    cli_body_motion m;
    double R[3][3];
    rotation(cases, body, R);
    channels(cases, body, a, m.a);
    channels(cases, body, cases->scene->space ? omega : omega_plane, m.omega);
    channels(cases, body, cases->scene->space ? alpha : alpha_plane, m.alpha);
    rotate_back(R, m.a);
    rotate_back(R, m.omega);
    rotate_back(R, m.alpha);
    return m;
}
