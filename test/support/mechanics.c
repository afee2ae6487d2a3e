/* mechanics.c - mechanisms for tests. */
#include "support/mechanics.h"
#include "result/table.h"
#include "system/initial_guess.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* ---- pseudorandom numbers ---- */

/* splitmix64 */
static uint64_t next(random_source *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double random_between(random_source *d, double low, double high)
{
    return low + (high - low) * ((double)(next(d) >> 11) * 0x1p-53);
}

int random_index(random_source *d, int count)
{
    return (int)(next(d) % (uint64_t)count);
}

tml_vec3 random_vector(random_source *d, bool space, double size)
{
    const double x = random_between(d, -size, size), y = random_between(d, -size, size);
    return (tml_vec3){x, y, space ? random_between(d, -size, size) : 0};
}

tml_vec3 random_direction(random_source *d, bool space)
{
    for (;;) {
        const tml_vec3 u = random_vector(d, space, 1);
        const double length = tml_norm(u);
        if (length > 0.2 && length <= 1)
            return tml_scale(1 / length, u);
    }
}

/* ---- a mechanism ---- */

static void expect_silence(const tml_log *log, const char *text)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        cr_assert_fail("%d: %s\nin\n%s", tml_log_get(log, i).place.line, tml_log_get(log, i).text, text);
}

mechanism *mechanism_try(const char *text)
{
    mechanism *m = calloc(1, sizeof *m);
    m->log = tml_log_make();
    m->model = tml_model_parse(text, strlen(text), "test.yaml", m->log);
    if (m->model)
        m->resolved = tml_model_read(m->model, NULL, 0, &m->arena, m->log);
    if (m->resolved)
        m->system = tml_system_compile(m->resolved, NULL, NULL, &m->arena, m->log);
    return m;
}

mechanism *mechanism_make(const char *text)
{
    mechanism *m = mechanism_try(text);
    expect_silence(m->log, text);
    mechanism_start(m);
    return m;
}

void mechanism_start(mechanism *m)
{
    m->q = TML_NEW_ARRAY(&m->arena, double, m->system->nq + 1);
    m->v = TML_NEW_ARRAY(&m->arena, double, m->system->nv + 1);
    tml_system_initial_guess(m->system, &m->arena, m->q, m->v);
    mechanism_renew_work(m);
}

void mechanism_renew_work(mechanism *m)
{
    m->work = tml_workspace_make(m->system, &m->arena);
}

void mechanism_free(mechanism *m)
{
    tml_model_free(m->model);
    tml_arena_free(&m->arena);
    tml_log_free(m->log);
    free(m);
}

tml_assembly mechanism_assemble(mechanism *m)
{
    const tml_system *s = m->system;
    tml_assembly report = {.unwrapped = TML_NEW_ARRAY(&m->arena, double, s->measure_count + 1)};
    cr_assert_eq(tml_assemble(s, TML_CLOSE_ALL, 0, 1e-13, m->q, m->v, &report, &m->arena, m->log), TML_OK);
    return report;
}

tml_linear *mechanism_linearize(mechanism *m, tml_about about)
{
    const tml_assembly report = mechanism_assemble(m);
    const tml_linear_request request = {
        .about = about, .q = m->q, .v = m->v, .unwrapped = report.unwrapped, .rank = report.rank};
    tml_linear *l;
    cr_assert_eq(tml_linear_make(m->system, &request, &m->arena, &l), TML_LINEAR_DONE);
    return l;
}

body_state state_get(const mechanism *m, const double *q, const double *v, int body)
{
    body_state b = {.R = tml_quat_matrix((tml_quat){1, 0, 0, 0})};
    if (body == 0)
        return b;
    q += (body - 1) * m->system->nqb, v += (body - 1) * m->system->nvb;
    if (m->system->space) {
        b.x = (tml_vec3){q[0], q[1], q[2]};
        b.R = tml_quat_matrix((tml_quat){q[3], q[4], q[5], q[6]});
        b.v = (tml_vec3){v[0], v[1], v[2]};
        b.w = tml_rotate(&b.R, (tml_vec3){v[3], v[4], v[5]});
    } else {
        b.x = (tml_vec3){q[0], q[1], 0};
        b.R = tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, q[2]));
        b.v = (tml_vec3){v[0], v[1], 0};
        b.w = (tml_vec3){0, 0, v[2]};
    }
    return b;
}

void state_put(const mechanism *m, int body, const body_state *b, double angle, double *q, double *v)
{
    q += (body - 1) * m->system->nqb, v += (body - 1) * m->system->nvb;
    if (m->system->space) {
        const tml_quat r = tml_quat_of_matrix(&b->R);
        const tml_vec3 w = tml_rotate_back(&b->R, b->w);
        memcpy(q, (double[]){b->x.x, b->x.y, b->x.z, r.w, r.x, r.y, r.z}, 7 * sizeof(double));
        memcpy(v, (double[]){b->v.x, b->v.y, b->v.z, w.x, w.y, w.z}, 6 * sizeof(double));
    } else {
        memcpy(q, (double[]){b->x.x, b->x.y, angle}, 3 * sizeof(double));
        memcpy(v, (double[]){b->v.x, b->v.y, b->w.z}, 3 * sizeof(double));
    }
}

void mechanism_scatter(mechanism *m, random_source *d)
{
    const bool space = m->system->space;
    for (int i = 1; i < m->system->nb; i++) {
        const double angle = random_between(d, -4, 4);
        body_state b = {.x = random_vector(d, space, 1), .v = random_vector(d, space, 1)};
        b.R = tml_quat_matrix(tml_quat_about(random_direction(d, space), angle));
        b.w = space ? random_vector(d, true, 1) : (tml_vec3){0, 0, random_between(d, -1, 1)};
        state_put(m, i, &b, angle, m->q, m->v);
    }
}

void mechanism_evaluate(mechanism *m, const double *q, const double *v)
{
    tml_workspace_set_state(m->work, 0, q, v);
    tml_workspace_measure(m->work, 0, m->system->measure_count);
    tml_workspace_constraints(m->work, m->system->assembly_row_count);
    tml_workspace_forces(m->work);
}

void mechanism_moved(const mechanism *m, const double *q, const double *d, double s, double *out)
{
    double *step = calloc((size_t)m->system->nv + 1, sizeof(double));
    for (int j = 0; j < m->system->nv; j++)
        step[j] = s * d[j];
    memmove(out, q, (size_t)m->system->nq * sizeof(double));
    tml_system_displace(m->system, step, out);
    free(step);
}

/* ---- text of models ---- */

void put_vector(tml_text *text, tml_vec3 u, bool space)
{
    tml_text_add(text, "[%.17g, %.17g", u.x, u.y);
    if (space)
        tml_text_add(text, ", %.17g", u.z);
    tml_text_add(text, "]");
}

body_numbers put_body(tml_text *text, random_source *d, bool space, const char *name)
{
    const body_numbers b = {random_vector(d, space, 0.5), random_vector(d, space, 0.8)};
    tml_text_add(text, "  %s: {points: {P: ", name);
    put_vector(text, b.point, space);
    tml_text_add(text, "}, com: ");
    put_vector(text, b.com, space);
    tml_text_add(text, ", mass: %.17g, inertia: ", random_between(d, 0.5, 3));
    if (space) {
        tml_text_add(text, "[%.17g, %.17g, %.17g, ", random_between(d, 0.4, 0.6), random_between(d, 0.4, 0.6),
                     random_between(d, 0.4, 0.6));
        tml_text_add(text, "%.17g, %.17g, %.17g]", random_between(d, -0.05, 0.05), random_between(d, -0.05, 0.05),
                     random_between(d, -0.05, 0.05));
    } else {
        tml_text_add(text, "%.17g", random_between(d, 0.2, 1));
    }
    tml_text_add(text, ", position: ");
    put_vector(text, random_vector(d, space, 1), space);
    tml_text_add(text, "}\n");
    return b;
}

/* ---- derivatives ---- */

void differentiate(curve f, void *context, int n, double *slope)
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double h = 0.003;
    double *up = calloc((size_t)n + 1, sizeof(double)), *down = calloc((size_t)n + 1, sizeof(double));
    memset(slope, 0, (size_t)n * sizeof(double));
    for (int k = 4; k >= 1; k--) {
        f(context, k * h, up);
        f(context, -k * h, down);
        for (int i = 0; i < n; i++)
            slope[i] += weight[k - 1] / h * (up[i] - down[i]);
    }
    free(up);
    free(down);
}

/* ---- linear algebra by definition ---- */

static double length_of(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* Gaussian elimination with complete pivoting, rows scaled to unit length. */
int rank_of(double *a, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        const double length = length_of(a + i * columns, columns);
        for (int j = 0; length > 0 && j < columns; j++)
            a[i * columns + j] /= length;
    }
    int rank = 0;
    bool *used = calloc((size_t)rows + 1, sizeof *used);
    for (;; rank++) {
        int p = -1, c = 0;
        for (int i = 0; i < rows; i++)
            for (int j = 0; !used[i] && j < columns; j++)
                if (p < 0 || fabs(a[i * columns + j]) > fabs(a[p * columns + c]))
                    p = i, c = j;
        if (p < 0 || fabs(a[p * columns + c]) < 1e-9)
            break;
        used[p] = true;
        for (int i = 0; i < rows; i++) {
            const double f = used[i] ? 0 : a[i * columns + c] / a[p * columns + c];
            for (int j = 0; f != 0 && j < columns; j++)
                a[i * columns + j] -= f * a[p * columns + j];
        }
    }
    free(used);
    return rank;
}

void dense_G(const mechanism *m, int rows, double *G)
{
    const int nv = m->system->nv;
    double *unit = calloc((size_t)nv + 1, sizeof(double)), *column = calloc((size_t)rows + 1, sizeof(double));
    for (int j = 0; j < nv; j++) {
        unit[j] = 1;
        tml_workspace_G(m->work, rows, unit, column);
        unit[j] = 0;
        for (int i = 0; i < rows; i++)
            G[i * nv + j] = column[i];
    }
    free(unit);
    free(column);
}

/* ---- examples ---- */

static double fact(const tml_table *table, const char *name)
{
    for (size_t i = 0; i < table->fact_count; i++)
        if (strcmp(table->facts[i].name, name) == 0)
            return table->facts[i].number;
    cr_assert_fail("the run does not say its %s", name);
    return NAN;
}

static void check_table(const char *name, const tml_table *table, double energy)
{
    const long closed = tml_table_find(table, "residual.position"), error = tml_table_find(table, "energy.error");
    cr_assert(closed >= 0 && error >= 0 && table->row_count > 2, "%s: no residual, energy or rows", name);
    const double scale = fact(table, "energy scale");
    cr_assert(scale > 1e-9, "%s: nothing moves", name);
    for (size_t i = 0; i < table->row_count; i++) {
        for (size_t j = 0; j < table->column_count; j++)
            cr_assert(isfinite(tml_table_value(table, i, j)), "%s: %s is not finite", name, table->columns[j].name);
        const double gap = tml_table_value(table, i, (size_t)closed), off = tml_table_value(table, i, (size_t)error);
        cr_assert(gap < 1e-9, "%s: open by %g", name, gap);
        cr_assert(fabs(off) <= energy * scale, "%s: energy off by %g of %g J", name, off, scale);
    }
}

static tml_results *run_text(const char *name, const char *text, char **written)
{
    tml_log *log = tml_log_make();
    tml_results *results = NULL;
    tml_model *model = tml_model_parse(text, strlen(text), name, log);
    expect_silence(log, text);
    const tml_status status = tml_run(model, NULL, &results, log);
    expect_silence(log, text);
    cr_assert(status == TML_OK && tml_results_count(results) >= 1, "%s: status %d", name, (int)status);
    *written = tml_model_text(model);
    cr_assert_not_null(*written);
    tml_model_free(model);
    tml_log_free(log);
    return results;
}

void check_example(const char *name, const char *text, double energy)
{
    char *once, *twice;
    tml_results *first = run_text(name, text, &once), *second = run_text(name, once, &twice);
    const tml_table *a = first->tables[0], *b = second->tables[0];
    check_table(name, a, energy);
    cr_assert_str_eq(once, twice, "%s: written anew it reads otherwise:\n%s\n%s", name, once, twice);
    cr_assert(a->row_count == b->row_count && a->column_count == b->column_count, "%s: another table", name);
    cr_assert_arr_eq(a->values, b->values, a->row_count * a->column_count * sizeof(double), "%s: other results", name);
    tml_results_free(first);
    tml_results_free(second);
    free(once);
    free(twice);
}
