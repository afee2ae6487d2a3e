/* compile_bushing.c - bushings: six measures of deflection, and force laws along combinations of them.
 *
 * A matrix is a sum of squares (linalg/semidefinite.h), s' K s = sum of d (l . s)^2: each is a force law of stiffness d along the sum of
 * measures l . s. Diagonal matrices K and C share their laws, one for each component. A preload is a law of its own:
 *   f = preload - K (s - offset) - C s'
 */
#include "linalg/semidefinite.h"
#include "model/bushing.h"
#include "model/channel.h"
#include "system/compile/builder.h"

typedef struct {
    tml_builder *b;
    tml_force *force;
    tml_term measures[6]; /* measure -1: absent in the plane */
} builder;

static void add_law(const builder *m, const double l[6], tml_force_law law)
{
    tml_term terms[6];
    int count = 0;
    for (int i = 0; i < 6; i++)
        if (l[i] != 0 && m->measures[i].measure >= 0)
            terms[count++] = (tml_term){m->measures[i].measure, l[i] * m->measures[i].coefficient};
    if (!count)
        return;
    law.terms = tml_builder_terms(m->b, terms, count);
    law.joint = law.row = -1;
    law.force = (int)(m->force - m->b->s->forces);
    tml_builder_force_law(m->b, law);
    m->force->law_count++;
}

static bool is_diagonal(const double A[36])
{
    for (int i = 0; i < 36; i++)
        if (i % 7 && A[i] != 0)
            return false;
    return true;
}

static void add_components(const builder *m, const tml_mount *mount)
{
    for (int i = 0; i < 6; i++) {
        double l[6] = {0};
        l[i] = 1;
        if (mount->K[7 * i] != 0 || mount->C[7 * i] != 0 || mount->preload[i] != 0)
            add_law(m, l,
                    (tml_force_law){.k = mount->K[7 * i],
                                    .c = mount->C[7 * i],
                                    .rest = mount->offset[i],
                                    .preload = mount->preload[i]});
    }
}

static void add_squares(const builder *m, const double A[36], const double offset[6], bool damping)
{
    const tml_squares s = tml_squares_of(6, A);
    for (int k = 0; k < s.rank; k++) {
        tml_force_law law = {.k = damping ? 0 : s.d[k], .c = damping ? s.d[k] : 0};
        for (int i = 0; i < 6; i++)
            law.rest += s.l[k][i] * offset[i];
        add_law(m, s.l[k], law);
    }
}

static void add_preload(const builder *m, const double preload[6])
{
    for (int i = 0; i < 6; i++) {
        double l[6] = {0};
        l[i] = 1;
        if (preload[i] != 0)
            add_law(m, l, (tml_force_law){.preload = preload[i]});
    }
}

/* Deflections have names: mount.dx … mount.rz, in the plane mount.dx, mount.dy, mount.angle. */
static void add_measures(builder *m, const tml_frames *f)
{
    const bool space = m->b->s->space;
    tml_term all[6];
    int count = 0;
    for (int i = 0; i < 6; i++) {
        const tml_row slide = {.kind = TML_ALONG, .a = (tml_axis)i},
                      angle = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y},
                      rotation = {.kind = TML_ROTATION, .a = (tml_axis)(i - 3)};
        m->measures[i] = (tml_term){.measure = -1};
        if (!space && i > 1 && i < 5)
            continue;
        m->measures[i] = tml_builder_measure(m->b, i < 3 ? &slide : space ? &rotation : &angle, f);
        const tml_channel *c = tml_channel_at(TML_OF_DEFLECTION, space, false, count);
        tml_builder_name(m->b, tml_arena_dotted(m->b->arena, m->force->name, c->name), m->measures[i], false,
                         tml_unit_named(c->unit).dimension);
        all[count++] = m->measures[i];
    }
    m->force->deflection = tml_builder_terms(m->b, all, count);
}

void tml_builder_mount(tml_builder *b, const tml_element *e, tml_force *force, tml_frames *f)
{
    builder m = {.b = b, .force = force};
    tml_mount mount;
    if (!tml_element_mount(b->r, e, &mount))
        return;
    f->F = f->M = mount.axes;
    tml_builder_axes(b, e, f);
    force->first_law = b->s->law_count;
    force->body1 = f->body1, force->body2 = f->body2, force->p2 = f->p2;
    add_measures(&m, f);
    if (is_diagonal(mount.K) && is_diagonal(mount.C)) {
        add_components(&m, &mount);
        return;
    }
    add_squares(&m, mount.K, mount.offset, false);
    add_squares(&m, mount.C, mount.offset, true);
    add_preload(&m, mount.preload);
}
