/* check.c - summary of a model: bodies, joints, loops, degrees of freedom by count and by rank, redundant rows, gaps. */
#include "analysis/kinematics/drivers.h"
#include "analysis/prepare.h"
#include "base/options.h"
#include "diagnosis/redundancy.h"
#include "model/clearance.h"
#include "model/study_class.h"
#include "run/motion_facts.h"
#include "run/particle_table.h"
#include "run/run.h"
#include <math.h>

enum { MAX_LISTED = 60 }; /* of states, outputs, events: names */

typedef struct {
    const tml_model *model;
    tml_log *log;
    tml_text text;
    tml_arena arena;
    const tml_check_options *options;
    const tml_system *system;
    tml_prepared start;
    tml_status driven; /* whether redundant drivers are consistent */
} check_task;

/* An entry of the inertia tensor of the body itself; 0 where it is rounding. */
static double inertia_entry(const tml_mass *m, int row, int column)
{
    const double value = m->inertia.m[row][column] - m->substitute_inertia.m[row][column];
    const double trace = m->inertia.m[0][0] + m->inertia.m[1][1] + m->inertia.m[2][2];
    return fabs(value) > 1e-14 * trace ? value : 0;
}

/* In the order of the model file: [Ixx, Iyy, Izz], and [Ixx, Iyy, Izz, Ixy, Ixz, Iyz] unless the body axes are principal. */
static void add_inertia(check_task *c, const tml_mass *m)
{
    const double xy = inertia_entry(m, 0, 1), xz = inertia_entry(m, 0, 2), yz = inertia_entry(m, 1, 2);
    tml_text_add(&c->text, ", inertia [%.6g, %.6g, %.6g", inertia_entry(m, 0, 0), inertia_entry(m, 1, 1),
                 inertia_entry(m, 2, 2));
    if (xy != 0 || xz != 0 || yz != 0)
        tml_text_add(&c->text, ", %.6g, %.6g, %.6g", xy, xz, yz);
    tml_text_add(&c->text, "] kg m^2");
}

/* `uses of parts: 6 of leg` */
static void list_uses(check_task *c)
{
    const tml_model *m = c->model;
    int *count = TML_NEW_ARRAY(&c->arena, int, m->use_count);
    tml_names parts = {.arena = &c->arena};
    for (int i = 0; i < m->use_count; i++) {
        tml_names_add(&parts, m->uses[i]->part, i);
        count[tml_names_find(&parts, m->uses[i]->part)]++;
    }
    for (int i = 0; i < m->use_count; i++)
        if (count[i])
            tml_text_add(&c->text, "%s%d of %s", i ? ", " : "uses of parts: ", count[i], m->uses[i]->part);
    tml_text_add(&c->text, m->use_count ? "\n" : "");
}

static void list_bodies(check_task *c)
{
    const tml_system *s = c->system;
    double mass = 0;
    tml_text_add(&c->text, "bodies: %d moving\n", s->nb - 1);
    for (int i = 1; i < s->nb; i++) {
        mass += s->masses[i].mass;
        if (s->nb > 60)
            continue;
        const tml_mass *m = &s->masses[i];
        tml_text_add(&c->text, "  %-12s mass %.6g kg", m->name, m->mass);
        if (s->space)
            add_inertia(c, m);
        else
            tml_text_add(&c->text, ", inertia %.6g kg m^2", inertia_entry(m, 2, 2));
        const bool particle = m->ignorable_count == (s->space ? 3 : 1);
        tml_text_add(&c->text, !(m->mass > 0) ? " (massless)\n" : particle ? " (a particle)\n" : "\n");
    }
    tml_text_add(&c->text, "  total mass %.6g kg, size %.6g m\n", mass, s->size);
}

/* Of a coupler: a condition, whose law is no spring's. */
static bool is_one_sided(const tml_system *s, int joint)
{
    const tml_joint *j = &s->joints[joint];
    return j->class->connects == TML_CONNECT_EXPRESSION && j->law_count && !tml_joint_is_compliant(s, joint);
}

static void list_joints_text(check_task *c)
{
    const tml_system *s = c->system;
    tml_text_add(&c->text, "joints: %d\n", s->joint_count);
    for (int i = 0; i < s->joint_count && s->joint_count <= 80; i++) {
        const tml_joint *j = &s->joints[i];
        const bool pair = j->class->connects == TML_CONNECT_JOINTS;
        const char *first = pair ? s->joints[j->joint1].name : s->masses[j->body1].name;
        const char *second = pair ? s->joints[j->joint2].name : s->masses[j->body2].name;
        const int compliant = j->clearance || j->has_flanks || is_one_sided(s, i) ? 0 : j->law_count,
                  rows = j->row_count + compliant;
        if (j->class->connects == TML_CONNECT_EXPRESSION)
            tml_text_add(&c->text, "  %-12s %-12s %s", j->name, j->class->name, c->model->joints[i].type_node->text);
        else
            tml_text_add(&c->text, "  %-12s %-12s %s - %s", j->name, j->class->name, first, second);
        tml_text_add(&c->text, ", %d row%s", rows, rows == 1 ? "" : "s");
        if (compliant)
            tml_text_add(&c->text, " (%d compliant)", compliant);
        if (j->clearance)
            tml_text_add(&c->text, ", clearance %.6g m, contact at %d place%s", j->clearance->sizes.gap,
                         j->contact_count, j->contact_count == 1 ? "" : "s");
        if (j->has_flanks || is_one_sided(s, i))
            tml_text_add(&c->text, j->has_flanks ? ", backlash between two flanks" : ", one-sided");
        tml_text_add(&c->text, "\n");
    }
    if (s->drive_count)
        tml_text_add(&c->text, "drivers: %d\n", s->drive_count);
    if (s->force_count)
        tml_text_add(&c->text, "forces: %d\n", s->force_count);
}

/* `outputs: 2: load, camber` */
static void list_names(check_task *c, const char *what, const char *const *names, int count)
{
    for (int i = 0; i < count && i < MAX_LISTED; i++)
        if (i)
            tml_text_add(&c->text, ", %s", names[i]);
        else
            tml_text_add(&c->text, "%s: %d: %s", what, count, names[i]);
    tml_text_add(&c->text, count > MAX_LISTED ? ", ...\n" : count ? "\n" : "");
}

/* What the user wrote beside the mechanism itself. */
static void list_beside(check_task *c)
{
    const tml_model *m = c->model;
    const char **names = TML_NEW_ARRAY(&c->arena, const char *, m->state_count + m->output_count);
    int states = 0;
    for (int i = 0; i < m->state_count; i++)
        if (!m->states[i].force)
            names[states++] = m->states[i].name;
    list_names(c, "states", names, states);
    for (int i = 0; i < m->output_count; i++)
        names[i] = m->outputs[i].name;
    list_names(c, "outputs", names, m->output_count);
    list_names(c, "events", m->event_names, m->event_count);
    names = TML_NEW_ARRAY(&c->arena, const char *, m->study_count);
    for (int i = 0; i < m->study_count; i++)
        names[i] = m->studies[i].name;
    list_names(c, "studies", names, m->study_count);
}

/* The mobility of the joints alone, if drivers constrain some of it. */
static void add_mobility(check_task *c)
{
    const tml_system *s = c->system;
    const tml_assembly *r = &c->start.report;
    int joints = 0;
    for (int i = 0; i < s->rigid_row_count; i++)
        joints += s->rows[i].joint >= 0 && r->independent[i];
    if (s->drive_count)
        tml_text_add(&c->text, "mobility: %d without drivers, %d with them\n", s->nv - s->ignorable_count - joints,
                     r->free_count);
}

/* Loops of the graph of joints, and what relative coordinates make of them: gears, rods and drivers are constraints without a loop, and
 * loops closed by compliant joints have none. */
static void add_loops(check_task *c)
{
    const tml_system *s = c->system;
    const int rows = tml_system_tree_cost(s, &c->arena).rows;
    tml_text_add(&c->text, "loops: %d\n", tml_system_loops(s, &c->arena));
    tml_text_add(&c->text, "spanning tree: %d relative coordinate%s, %d constraint%s outside it\n", s->tree_nv,
                 s->tree_nv == 1 ? "" : "s", rows, rows == 1 ? "" : "s");
}

/* Rows that restrict velocities leave more positions within reach than there are independent velocities; those that can be integrated
 * restrict positions too, from the start on. */
static void add_positions(check_task *c)
{
    const tml_system *s = c->system;
    int rates = 0;
    for (int i = 0; i < s->rigid_row_count; i++)
        rates += s->rows[i].rate_only && !s->rows[i].integrable;
    if (rates)
        tml_text_add(&c->text,
                     "                    %d of positions: %d constraint%s restrict%s velocities only (nonholonomic)\n",
                     c->start.report.position_count, rates, rates == 1 ? "" : "s", rates == 1 ? "s" : "");
}

static void add_coordinates(check_task *c)
{
    const tml_system *s = c->system;
    const tml_assembly *r = &c->start.report;
    add_mobility(c);
    add_loops(c);
    const int count = s->nv - s->rigid_row_count - s->ignorable_count;
    const char *ignorable = s->ignorable_count
                                ? tml_arena_format(&c->arena, " - %d rotation%s on which nothing acts",
                                                   s->ignorable_count, s->ignorable_count == 1 ? "" : "s")
                                : "";
    tml_text_add(&c->text, "degrees of freedom: %d by rank (%d coordinates - rank %d%s)\n", r->free_count, s->nv,
                 r->rank, ignorable);
    tml_text_add(&c->text, "                    %d by count (%d coordinates - %d constraints%s)\n", count, s->nv,
                 s->rigid_row_count, ignorable);
    add_positions(c);
    if (r->rank == s->rigid_row_count) {
        tml_text_add(&c->text, "redundant constraints: none\n");
        return;
    }
    const char *cure, **held = tml_redundancy_find(s, r, 0, c->start.q, &c->arena, &cure);
    tml_text_add(&c->text, "redundant constraints: %d\n", s->rigid_row_count - r->rank);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (!r->independent[i])
            tml_text_add(&c->text, "  %s%s%s%s\n", tml_row_name(s, i, &c->arena),
                         held && held[i] ? ": already constrained by " : "", held && held[i] ? held[i] : "",
                         s->rows[i].driver >= 0 && c->driven != TML_OK ? ", which it contradicts" : "");
    if (cure && c->driven == TML_OK)
        tml_text_add(&c->text, "  to have fewer, with the same degrees of freedom (tried): %s\n", cure);
    tml_text_add(&c->text, "reactions that are not unique (the smallest ones are reported):\n");
    for (int i = 0; i < s->rigid_row_count; i++)
        if (r->non_unique[i])
            tml_text_add(&c->text, "  %s\n", tml_row_name(s, i, &c->arena));
}

static tml_status describe(void *context)
{
    check_task *c = context;
    const tml_status status = tml_prepare(&c->start, c->model, -1, (tml_prepare_options){0}, &c->arena, c->log);
    c->system = c->start.system;
    if (!c->system)
        return status;
    if (c->model->title)
        tml_text_add(&c->text, "%s\n", c->model->title);
    tml_text_add(&c->text, "%s\n", c->model->space ? "in space" : "in the plane");
    list_uses(c);
    list_bodies(c);
    list_joints_text(c);
    list_beside(c);
    tml_motion_facts(&c->text, c->start.resolved);
    if (status != TML_OK) {
        add_loops(c);
        tml_text_add(&c->text, "assembly: failed\n");
        return status;
    }
    double span = 0;
    for (int i = 0; i < c->model->analysis_count && span == 0; i++)
        span = tml_analysis_end(c->start.resolved, &c->model->analyses[i]);
    c->driven = tml_drivers_check_consistency(c->system, &c->start.report, 0, span, c->start.q, c->start.v,
                                              c->start.work->unwrapped, &c->arena, c->log);
    if (c->driven == TML_STOPPED)
        return TML_STOPPED;
    add_coordinates(c);
    tml_text_add(&c->text, "assembly: closed to %.2g m in %d iterations\n", c->start.report.position,
                 c->start.report.iterations);
    if (c->options->particles)
        tml_particle_table(&c->text, c->system, c->start.q, &c->arena);
    return c->driven;
}

tml_status tml_model_check(const tml_model *model, const tml_check_options *options, char **text, tml_log *log)
{
    tml_check_options own;
    *text = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log))
        return TML_WRONG;
    check_task c = {.model = model, .log = log, .options = &own};
    c.arena.watch = &model->watch;
    tml_status status = tml_guarded(&c.arena, NULL, describe, &c);
    if (status == TML_OK) /* otherwise their consequences are not the error */
        status = tml_analyses_check(model, log);
    if (status == TML_OK && !tml_studies_check(model, log))
        status = TML_WRONG;
    if (status == TML_STOPPED)
        tml_text_free(&c.text); /* a partial result is no result */
    return tml_text_detach_on(status, &c.text, &c.arena, text, log);
}
