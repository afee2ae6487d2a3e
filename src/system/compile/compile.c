/* compile.c - from the resolved model to the system: bodies, then joints, forces, drivers, initial values. */
#include "base/track.h"
#include "expression/tabulated.h"
#include "model/preparation.h"
#include "system/channel/channels.h"
#include "system/compile/builder.h"
#include "system/initial_guess.h"
#include "system/kernel/workspace.h"
#include "system/topology/ignorable_rotations.h"
#include <string.h>

static const double TRACE_INERTIA = 1e-9; /* of the total mass */

static tml_mat3 inverse3(const tml_mat3 *A)
{
    const tml_vec3 x = tml_mat3_column(A, TML_X), y = tml_mat3_column(A, TML_Y), z = tml_mat3_column(A, TML_Z);
    const tml_vec3 yz = tml_cross(y, z), zx = tml_cross(z, x), xy = tml_cross(x, y);
    const double d = 1 / tml_dot(x, yz);
    return (tml_mat3){{{d * yz.x, d * yz.y, d * yz.z}, {d * zx.x, d * zx.y, d * zx.z}, {d * xy.x, d * xy.y, d * xy.z}}};
}

static double determinant(const tml_mat3 *A)
{
    return tml_dot(tml_mat3_column(A, TML_X), tml_cross(tml_mat3_column(A, TML_Y), tml_mat3_column(A, TML_Z)));
}

static void invert(tml_mass *m, bool space)
{
    const tml_mat3 *I = &m->inertia;
    m->inverse_mass = m->mass > 0 ? 1 / m->mass : 0;
    if (!space) {
        m->inverse_inertia.m[2][2] = I->m[2][2] > 0 ? 1 / I->m[2][2] : 0;
        return;
    }
    const double largest = fmax(I->m[0][0], fmax(I->m[1][1], I->m[2][2]));
    if (largest > 0 && determinant(I) > 1e-14 * largest * largest * largest)
        m->inverse_inertia = inverse3(I);
}

static tml_mass mass_of(const tml_body *body, bool space)
{
    const double *I = body->inertia;
    tml_mass m = {.name = body->name, .mass = body->mass, .com = body->com, .written = body};
    if (space)
        m.inertia = (tml_mat3){{{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    else
        m.inertia.m[2][2] = I[2];
    invert(&m, space);
    return m;
}

static bool is_singular(const tml_mass *m, bool space)
{
    if (m->inverse_mass == 0)
        return true;
    return space ? m->inverse_inertia.m[0][0] + m->inverse_inertia.m[1][1] + m->inverse_inertia.m[2][2] == 0
                 : m->inverse_inertia.m[2][2] == 0;
}

static const tml_channel_orders *find_orders(tml_builder *b)
{
    static const char ORDERS[] = "orders of channels";
    tml_keeping keeping;
    if (tml_keep(b->home, ORDERS, &keeping))
        return keeping.kept;
    tml_channel_orders *orders = TML_NEW(b->home, tml_channel_orders);
    tml_channel_orders_find(orders, b->s->space);
    tml_keep_end(b->home, &keeping, orders);
    return orders;
}

static void bodies(tml_builder *b, const tml_element *analysis)
{
    tml_system *s = b->s;
    s->space = s->counts_revolutions = b->r->model->space;
    s->nb = b->r->model->body_count;
    s->nqb = s->space ? 7 : 3;
    s->nvb = s->space ? 6 : 3;
    s->nq = (s->nb - 1) * s->nqb;
    s->nv = (s->nb - 1) * s->nvb;
    s->gravity = b->r->gravity;
    tml_system_find_size(s, b->r, analysis);
    s->channels = find_orders(b);
    s->masses = TML_NEW_ARRAY(b->home, tml_mass, s->nb);
    for (int i = 0; i < s->nb; i++)
        s->masses[i] = mass_of(&b->r->bodies[i], s->space);
    s->masses[0].com = (tml_vec3){0, 0, 0};
    for (int i = 1; i < s->nb; i++)
        s->singular_mass |= is_singular(&s->masses[i], s->space);
}

/* Penalized joints with damping support massless bodies, but such a body has no differential equation: it gets a small
 * inertia, whose motion decays at once. */
static void add_trace_inertia(tml_builder *b)
{
    tml_system *s = b->s;
    bool *penalized = TML_NEW_ARRAY(b->arena, bool, s->nb);
    double total = 0;
    tml_builder_penalized(b, penalized);
    for (int i = 1; i < s->nb; i++)
        total += s->masses[i].mass;
    const double mass = TRACE_INERTIA * total, inertia = mass * s->size * s->size;
    s->singular_mass = false;
    for (int i = 1; i < s->nb; i++) {
        tml_mass *m = &s->masses[i];
        if (is_singular(m, s->space) && penalized[i]) {
            m->mass = fmax(m->mass, mass);
            s->has_trace_inertia = true;
            for (int k = s->space ? 0 : 2; k < 3; k++)
                m->inertia.m[k][k] += inertia;
            invert(m, s->space);
        }
        s->singular_mass |= is_singular(m, s->space);
    }
}

static void find_ignorable(tml_builder *b)
{
    tml_system *s = b->s;
    tml_system_find_ignorable(s, b->arena);
    s->singular_mass = false;
    for (int i = 1; i < s->nb; i++) {
        if (s->masses[i].ignorable_count)
            invert(&s->masses[i], s->space);
        s->singular_mass |= is_singular(&s->masses[i], s->space);
    }
}

static bool uses_results(const tml_system *s, const tml_expression *e)
{
    for (int i = 0; i < s->input_count; i++)
        if ((s->inputs[i].what == TML_INPUT_RESULT || s->inputs[i].what == TML_INPUT_OUTPUT) &&
            tml_expression_uses(e, i))
            return true;
    return false;
}

/* Outputs and events whose tables have no value beyond their ends: `late` ones depend on results. */
static void add_watches(tml_builder *b, bool late)
{
    tml_system *s = b->s;
    for (int i = 0; i < s->output_count + s->event_count; i++) {
        const bool is_output = i < s->output_count;
        const int k = is_output ? i : i - s->output_count;
        const tml_expression *e = is_output ? s->outputs[k].value : s->events[k].when;
        if (!e || !tml_expression_has_bounds(e) || uses_results(s, e) != late)
            continue;
        s->watches[s->watch_count++] =
            (tml_bounded){tml_arena_format(b->home, is_output ? "output %s" : "event %s",
                                           is_output ? s->outputs[k].name : s->events[k].name),
                          is_output ? b->r->model->outputs[k].place : s->events[k].place, e, false};
    }
}

static void watch_tables(tml_builder *b)
{
    b->s->watches = TML_NEW_ARRAY(b->home, tml_bounded, b->s->output_count + b->s->event_count + b->s->joint_count);
    for (int i = 0; i < b->s->joint_count; i++)
        if (b->s->joints[i].class->curve &&
            tml_builder_watch_curve(b, &b->s->joints[i], &b->s->watches[b->s->watch_count]))
            b->s->watch_count++;
    add_watches(b, false);
    b->s->state_watch_count = b->s->watch_count;
    add_watches(b, true);
}

static void build(tml_builder *b, const tml_element *analysis)
{
    const size_t errors = b->log->error_count;
    tml_builder_open_scope(b);
    if (analysis)
        tml_builder_vary_parameters(b, analysis);
    tml_builder_input(b, (tml_input){.what = TML_INPUT_TIME, .term.measure = -1});
    bodies(b, analysis);
    tml_builder_declare_states(b);
    tml_builder_declare_outputs(b);
    tml_builder_joints(b);
    tml_builder_limits(b);
    tml_builder_place_forces(b);
    tml_builder_couplers(b);
    tml_builder_meshes(b);
    tml_builder_paths(b);
    tml_builder_drivers(b);
    if (b->log->error_count == errors)
        tml_builder_columns(b);
    tml_builder_check_states(b);
    tml_builder_force_laws(b);
    if (b->log->error_count == errors)
        tml_builder_interactions(b), tml_builder_smooth_frictions(b), tml_builder_mesh_loads(b);
    tml_builder_starts(b, analysis);
    tml_builder_states(b);
    const int moving = b->expression_count; /* those of outputs and events move nothing */
    if (b->log->error_count == errors)
        tml_builder_outputs(b);
    if (analysis)
        tml_builder_events(b, analysis);
    if (b->log->error_count == errors)
        tml_builder_breaks(b, moving), tml_builder_features(b, moving);
    if (b->log->error_count == errors)
        watch_tables(b);
}

/* Drivers of speeds start where the bodies are placed, or where `initial` says. */
static tml_system *with_targets(tml_builder *b)
{
    tml_system *s = b->s;
    bool any = false;
    for (int i = 0; i < s->drive_count; i++)
        any |= s->rows[s->drives[i].row].motion->order > 0;
    if (!any)
        return s;
    double *q = TML_NEW_ARRAY(b->arena, double, s->nq + 1), *v = TML_NEW_ARRAY(b->arena, double, s->nv + 1);
    tml_system_initial_guess(s, b->arena, q, v);
    const tml_target_start at = {.q = q, .v = v, .as_given = true};
    return (tml_system *)tml_system_start_targets(s, &at, b->home);
}

tml_system *tml_system_compile(tml_resolved *resolved, const tml_element *analysis, const tml_treatment *treatment,
                               tml_arena *arena, tml_log *log)
{
    const size_t errors = log->error_count;
    tml_preparations_count(resolved->model->prepared, arena, &resolved->model->prepared->compilations);
    tml_builder b = {.r = resolved, .home = arena, .log = log, .s = TML_NEW(arena, tml_system)};
    if (treatment)
        b.treatment = *treatment;
    b.arena = b.channels.arena = tml_arena_part(arena);
    b.s->model = resolved->model;
    b.s->resolved = resolved;
    build(&b, analysis);
    const bool succeeded = log->error_count == errors;
    if (succeeded) {
        tml_builder_finish(&b);
        find_ignorable(&b);
        tml_builder_switches(&b);
        b.s->parameters_only_load = tml_builder_parameters_only_load(&b);
    }
    if (succeeded && b.s->singular_mass && b.treatment.kind == TML_PENALIZE && b.treatment.ratio > 0)
        add_trace_inertia(&b);
    if (succeeded)
        b.s->named = tml_channels_digest(b.s);
    tml_system *s = succeeded ? with_targets(&b) : NULL;
    tml_arena_free(b.arena);
    return s;
}
