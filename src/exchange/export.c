/* export.c - a mechanism written for other programs: its spanning tree as bodies and joints, what closes loops, acts and is drawn. */
#include "base/escape.h"
#include "base/guard.h"
#include "exchange/export_robot.h"
#include "trammel/exchange.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>

typedef struct {
    const tml_model *model;
    tml_export_robot_of robot;
    void (*write)(const tml_export_robot_of *r, tml_text *t);
    tml_text text;
    tml_arena arena;
    tml_log *log;
} exporting;

void tml_export_leave_out(tml_export_robot_of *r, tml_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = tml_text_format(format, arguments, 0);
    va_end(arguments);
    if (text)
        tml_log_raise(r->log, TML_W_EXPORT_LEFT_OUT, place, "not in the %s: %s", r->format, text);
    tml_release(text);
}

/* ---- the tree ---- */

/* Where a cut joint cannot close a loop of the format, such joints are put into the tree, as far as they go. */
static const tml_system *tree_of(tml_export_robot_of *r, const tml_prepared *start)
{
    const tml_system *tree = r->system = tml_system_make_tree(start->system, r->arena);
    bool *keep = TML_NEW_ARRAY(r->arena, bool, tree->joint_count + 1), open = false;
    for (int i = 0; r->loops && i < tree->joint_count; i++) {
        const tml_joint *j = &tree->joints[i];
        keep[i] = j->class->connects == TML_CONNECT_BODIES && j->row_count && !tml_export_closes(r, j);
        open |= keep[i] && !j->in_tree;
    }
    const tml_treatment treatment = {.kind = TML_TREE, .keep = keep};
    return open ? tml_system_compile(start->resolved, NULL, &treatment, r->arena, r->log) : tree;
}

/* Angles with their revolutions, as the start has them: measures lie in another order. */
static void take_angles(const tml_prepared *start, tml_workspace *work)
{
    const tml_system *from = start->system, *to = work->system;
    for (int i = 0; i < to->measure_count; i++)
        for (int k = 0; k < from->measure_count; k++)
            if (to->measures[i].id == from->measures[k].id)
                work->unwrapped[i] = start->work->unwrapped[k];
}

static bool take_tree(tml_export_robot_of *r, const tml_prepared *start)
{
    r->system = tree_of(r, start);
    r->e = r->system ? tml_formulation_joint.make(r->system, start->report.rank,
                                                  (tml_stabilization){.method = TML_STABILIZE_NONE}, TML_NOWHERE,
                                                  r->arena, r->log)
                     : NULL;
    if (!r->e)
        return false;
    r->q = TML_NEW_ARRAY(r->arena, double, r->e->nq + 1);
    r->u = TML_NEW_ARRAY(r->arena, double, r->e->nv + 1);
    take_angles(start, r->e->work);
    tml_equations_from_bodies(r->e, 0, start->q, start->v, r->q, r->u);
    return true;
}

/* ---- what formats have no place for ---- */

static void leave_out_all(tml_export_robot_of *r)
{
    const tml_model *m = r->model;
    for (int i = 0; i < m->driver_count; i++)
        tml_export_leave_out(r, m->drivers[i].place, "driver %s: what it drives moves freely there",
                             m->drivers[i].name);
    for (int i = 0; i < m->state_count; i++)
        if (!m->states[i].force)
            tml_export_leave_out(r, m->states[i].place, "state %s", m->states[i].name);
    for (int i = 0; i < m->event_count; i++)
        tml_export_leave_out(r, TML_NOWHERE, "event %s", m->event_names[i]);
    for (int i = 0; i < m->output_count; i++)
        tml_export_leave_out(r, m->outputs[i].place, "output %s", m->outputs[i].name);
    const tml_vec3 usual = {0, 0, -9.81};
    if (!r->forces && tml_norm(tml_sub(r->gravity, usual)) > 1e-12)
        tml_export_leave_out(r, m->gravity ? m->gravity->place : TML_NOWHERE,
                             "gravity, which is not 9.81 m/s^2 along -z: give it to what loads the file");
    double start = 0;
    for (int i = 0; i < r->motion_count; i++)
        start = fmax(start, fmax(fabs(r->motions[i].q[0]), fabs(r->motions[i].u[0])));
    if (!r->forces && start > 1e-9)
        tml_export_leave_out(r, m->initial_count ? m->initial[0].place : TML_NOWHERE,
                             "the start: coordinates and speeds that are not zero");
}

static tml_status work(void *context)
{
    exporting *x = context;
    tml_export_robot_of *r = &x->robot;
    tml_prepared start;
    const tml_status status = tml_prepare(&start, x->model, -1, tml_prepare_options_of(x->model), &x->arena, x->log);
    if (status != TML_OK)
        return status;
    r->model = x->model, r->arena = &x->arena, r->log = x->log, r->resolved = start.resolved;
    if (!take_tree(r, &start))
        return TML_WRONG;
    tml_export_tree(r);
    if (r->failed)
        return TML_WRONG;
    tml_export_loops(r);
    tml_export_forces(r);
    tml_export_solids(r);
    if (r->loops)
        tml_export_merge(r);
    leave_out_all(r);
    if (r->failed)
        return TML_WRONG;
    x->write(r, &x->text);
    return x->text.failed ? TML_NO_MEMORY : TML_OK;
}

tml_status tml_export_robot(const tml_model *model, const char *format, char **text, tml_log *log)
{
    static const struct {
        const char *name, *title;
        bool all;
        void (*write)(const tml_export_robot_of *r, tml_text *t);
    } formats[] = {{"urdf", "URDF", false, tml_export_write_urdf}, {"mjcf", "MJCF", true, tml_export_write_mjcf}};
    exporting x = {.model = model, .log = log, .arena = {.watch = &model->watch}};
    *text = NULL;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0) {
            const bool all = formats[i].all;
            x.robot = (tml_export_robot_of){.format = formats[i].title, .loops = all, .balls = all, .forces = all};
            x.write = formats[i].write;
        }
    if (!x.write) {
        tml_log_raise(log, TML_E_EXPORT_FORMAT, TML_NOWHERE, "\"%s\" is no format of robots: urdf, mjcf", format);
        return TML_WRONG;
    }
    const locale_t old = tml_plain_enter();
    const tml_status status = tml_guarded(&x.arena, NULL, work, &x);
    tml_plain_leave(old);
    return tml_text_detach_on(status, &x.text, &x.arena, text, log);
}
