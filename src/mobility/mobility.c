/* mobility.c - degrees of freedom by count and by rank, and the drivers that are too many.
 *
 *   count = coordinates - constraints of the joints (Gruebler, Kutzbach)      mobility = coordinates - rank
 */
#include "mobility/mobility.h"
#include "analysis/kinematics/drivers.h"
#include "model/model_object.h"
#include <stddef.h>

/* The rank of what cannot be assembled is that of the joints where the bodies were drawn. */
static const tml_assembly *rank_at_start(const tml_prepared *b, tml_assembly *drawn, tml_arena *arena)
{
    if (b->closed)
        return &b->report;
    *drawn = (tml_assembly){0};
    tml_assembly_rank(b->system, 0, b->q, b->v, drawn, arena);
    return drawn;
}

/* Whether drivers that are too many ask for different motions. */
static bool contradict(const tml_prepared *b, tml_status status, const tml_assembly *report, tml_arena *arena)
{
    double span = 0;
    const tml_model *model = b->system->model;
    if (status != TML_OK)
        return true;
    for (int i = 0; i < model->analysis_count && span == 0; i++)
        span = tml_analysis_end(b->resolved, &model->analyses[i]);
    tml_log *quiet = tml_log_make();
    if (!quiet)
        tml_arena_give_up(arena);
    const tml_status agree =
        tml_drivers_check_consistency(b->system, report, 0, span, b->q, b->v, b->work->unwrapped, arena, quiet);
    tml_log_free(quiet);
    return agree != TML_OK;
}

/* Drivers whose rows depend on each other, the last written first. */
static void list_drivers(tml_mobility *m, const tml_system *s, const tml_assembly *report, tml_arena *arena)
{
    const char **names = TML_NEW_ARRAY(arena, const char *, s->drive_count + 1);
    for (int i = s->drive_count - 1; i >= 0; i--)
        if (report->non_unique[s->drives[i].row])
            names[m->remedy_count++] = s->drives[i].name;
    m->remedies = names;
    m->drivers = (int)m->remedy_count;
}

tml_mobility tml_mobility_find(const tml_prepared *b, tml_status status, tml_arena *arena)
{
    const tml_system *s = b->system;
    tml_assembly drawn;
    const tml_assembly *report = rank_at_start(b, &drawn, arena);
    const int coordinates = s->nv - s->ignorable_count;
    tml_mobility m = {.bodies = s->nb - 1, .loops = tml_system_loops(s, arena), .drivers = s->drive_count};
    int rank = 0;
    for (int i = 0; i < s->rigid_row_count; i++) {
        const bool joint = s->rows[i].joint >= 0;
        m.constraints += joint;
        rank += joint && report->independent[i];
        m.excess += !joint && !report->independent[i];
    }
    m.count = coordinates - m.constraints;
    m.joints = coordinates - rank;
    m.redundant = m.constraints - rank;
    m.free_count = m.joints - (s->drive_count - m.excess);
    if (m.bodies > 0 && m.joints == 0) {
        const char **names = TML_NEW_ARRAY(arena, const char *, TML_MAX_BRACES);
        m.verdict = TML_IMMOBILE;
        m.remedy_count = tml_mobility_braces(b, names, arena);
        m.remedies = names;
    } else if (m.excess > 0 && contradict(b, status, report, arena)) {
        m.verdict = TML_OVERDRIVEN;
        list_drivers(&m, s, report, arena);
    }
    return m;
}

/* ---- for programs ---- */

typedef struct {
    tml_arena arena;
    tml_mobility mobility; /* what the caller has */
} holding;

static tml_status fill(void *object, const tml_model *model, tml_log *log)
{
    holding *h = object;
    tml_prepared start;
    const tml_status status = tml_prepare(&start, model, -1, tml_prepare_options_of(model), &h->arena, log);
    if (status != TML_OK && status != TML_FAILED)
        return status;
    h->mobility = tml_mobility_find(&start, status, &h->arena);
    return TML_OK;
}

tml_status tml_mobility_make(const tml_model *model, tml_mobility **mobility, tml_log *log)
{
    tml_status status;
    holding *h = tml_model_object_make(model, &(holding){0}, sizeof(holding), fill, &status, log);
    *mobility = h ? &h->mobility : NULL;
    return status;
}

void tml_mobility_free(tml_mobility *mobility)
{
    if (mobility)
        tml_model_object_free((char *)mobility - offsetof(holding, mobility));
}
