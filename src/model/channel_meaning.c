/* channel_meaning.c - what the name of a channel says by itself: its unit, quantity and meaning.
 *
 * Tables read from a file carry names only (CSV), or names and units (JSON). Where channels of one name have different units, as the
 * speed of a hinge and of a slider, the unit is not known.
 */
#include "base/unit.h"
#include "model/channel.h"
#include <string.h>

typedef struct {
    tml_channel_meaning meaning;
    bool any, readable; /* by an expression */
} search;

static void add(search *s, const tml_channel *c)
{
    if (!s->any)
        s->meaning = (tml_channel_meaning){c->unit, c->quantity, c->doc, .is_check = c->is_check};
    else if (strcmp(s->meaning.unit, c->unit) != 0)
        s->meaning.unit = "";
    s->any = true;
    s->readable |= c->sort == TML_POSITION_CHANNEL || c->sort == TML_SPEED_CHANNEL;
    s->meaning.is_result |= c->sort == TML_RESULT_CHANNEL;
}

static void add_list(search *s, tml_channel_owner of, const char *name)
{
    for (int i = 0; i < tml_channel_lists[of].count; i++)
        if (strcmp(tml_channel_lists[of].list[i].name, name) == 0)
            add(s, &tml_channel_lists[of].list[i]);
}

/* The i-th coordinate of all joints, first those of the plane; NULL behind the last. */
static const tml_coordinate *coordinate_at(size_t i)
{
    for (int k = 0; k < 2 * tml_joint_class_count; k++) {
        const tml_joint_class *joint = tml_joint_classes[k % tml_joint_class_count];
        const tml_joint_form *form = k < tml_joint_class_count ? &joint->plane : &joint->space;
        if (i < form->coordinates_count)
            return &form->coordinates[i];
        i -= form->coordinates_count;
    }
    return NULL;
}

/* `angle1`, `angle1_speed`, `angle1_acceleration`: of a joint that has a coordinate of this name. */
static void add_coordinates(search *s, const char *name)
{
    const tml_coordinate *c;
    for (size_t i = 0; (c = coordinate_at(i)) != NULL; i++) {
        const size_t length = strlen(c->name);
        const char *quantity = c->is_rotation ? "angle" : "displacement";
        if (strncmp(name, c->name, length) != 0 || (name[length] && name[length] != '_'))
            continue;
        const tml_channel *of =
            name[length] ? tml_channel_of(TML_OF_COORDINATE, name + length + 1, false, c->is_rotation) : NULL;
        if (name[length] && !of)
            of = tml_channel_of(TML_OF_LIMIT, name + length + 1, false, c->is_rotation);
        if (of)
            add(s, of);
        else if (!name[length])
            add(s, &(tml_channel){c->name, tml_unit_of_motion(c->is_rotation, 0), quantity, quantity,
                                  .sort = TML_POSITION_CHANNEL});
    }
}

static void add_forces(search *s, const char *name)
{
    for (int i = 0; i < tml_force_class_count; i++)
        for (size_t k = 0; k < tml_force_classes[i]->channels_count; k++) {
            const tml_force_channel *c = &tml_force_classes[i]->channels[k];
            if (strcmp(c->name, name) == 0)
                add(s, &(tml_channel){c->name, c->unit, c->name, c->doc, .sort = tml_force_channel_sort(c)});
        }
}

tml_channel_meaning tml_channel_find_meaning(const char *name)
{
    const char *last = tml_channel_last(name);
    search s = {.meaning = {.unit = "", .quantity = "", .doc = ""}};
    for (int of = 0; of < TML_OWNER_COUNT && !s.any; of++)
        if (tml_channel_lists[of].is_whole)
            add_list(&s, (tml_channel_owner)of, name);
    if (s.any || last == name)
        return s.meaning;
    for (int of = 0; of < TML_OWNER_COUNT; of++)
        if (!tml_channel_lists[of].is_whole)
            add_list(&s, (tml_channel_owner)of, last);
    add_coordinates(&s, last);
    add_forces(&s, last);
    const size_t stem = strcspn(last, "123456789");
    for (int i = 0; !s.any && last[stem] && i < tml_channel_lists[TML_OF_PATH].count; i++) /* tension2 */
        if (strncmp(tml_channel_lists[TML_OF_PATH].list[i].name, last, stem) == 0 &&
            strspn(last + stem, "0123456789") == strlen(last + stem))
            add_list(&s, TML_OF_PATH, tml_channel_lists[TML_OF_PATH].list[i].name);
    s.meaning.is_result &= !s.readable;
    return s.meaning;
}

tml_channel_sort tml_force_channel_sort(const tml_force_channel *channel)
{
    switch (channel->what) {
    case TML_CHANNEL_VALUE:
        return TML_POSITION_CHANNEL;
    case TML_CHANNEL_RATE:
        return TML_SPEED_CHANNEL;
    case TML_CHANNEL_FORCE:
    case TML_CHANNEL_POWER:
    case TML_CHANNEL_GAP:
    case TML_CHANNEL_SLIP:
    case TML_CHANNEL_FRICTION:
    case TML_CHANNEL_PRESSURE:
    case TML_CHANNEL_HOLDS:
    case TML_CHANNEL_OWN:
        break;
    }
    return TML_RESULT_CHANNEL;
}

const tml_force_channel *tml_force_channel_find(const tml_force_class *force, int what, bool is_rotation)
{
    for (size_t i = 0; force && i < force->channels_count; i++)
        if ((int)force->channels[i].what == what && tml_force_channel_exists(&force->channels[i], is_rotation))
            return &force->channels[i];
    return NULL;
}

const char *tml_channel_last(const char *name)
{
    const char *point = strrchr(name, '.');
    return point != NULL ? point + 1 : name;
}
