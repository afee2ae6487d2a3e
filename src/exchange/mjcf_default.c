/* mjcf_default.c - defaults of MJCF. Classes lie in each other; the outermost is "main".
 *
 * An attribute is that of the element itself, else of its class, else of the class around that one. The class of an element is the one that
 * it names, else that of childclass of the body around it, else the outermost. Where the outermost is written in several pieces, each later one
 * goes before the ones before it, and counts for classes in itself only. */
#include "exchange/mjcf.h"

static const char OUTERMOST[] = "main";

int tml_mjcf_find_class(const tml_mjcf *m, const char *name)
{
    for (int i = m->class_count - 1; i >= 0; i--)
        if (strcmp(m->classes[i].name, name) == 0)
            return i;
    return -1;
}

static bool read_class(tml_mjcf *m, tml_xml *x, int parent)
{
    const char *name = tml_xml_get(x, "class");
    name = name ? name : x->parent && strcmp(x->parent->name, "default") != 0 ? OUTERMOST : NULL;
    if (!name) {
        tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, x->place, "a <default> in another one needs a class");
        return false;
    }
    TML_GROW(m->robot->arena, m->classes, m->class_count, m->class_capacity);
    const int own = m->class_count++;
    m->classes[own] = (tml_mjcf_class){name, x, parent};
    bool good = true;
    for (tml_xml *c = tml_xml_child(x, "default"); c; c = tml_xml_next(c))
        good &= read_class(m, c, own);
    tml_xml_child(x, "joint");
    tml_xml_child(x, "geom");
    return good;
}

bool tml_mjcf_read_defaults(tml_mjcf *m, tml_xml *root)
{
    bool good = true;
    int before = -1;
    for (tml_xml *x = tml_xml_child(root, "default"); x; x = tml_xml_next(x)) {
        const int first = m->class_count;
        good &= read_class(m, x, before);
        before = first;
    }
    return good;
}

/* The last piece of the outermost class; -1: there are no defaults. */
static int outermost(const tml_mjcf *m)
{
    int last = -1;
    for (int i = 0; i < m->class_count; i++)
        if (m->classes[i].parent == last && strcmp(m->classes[i].x->parent->name, "default") != 0)
            last = i;
    return last;
}

bool tml_mjcf_element_of(tml_mjcf *m, tml_xml *x, int class, tml_mjcf_element *e)
{
    const char *name = tml_xml_get(x, "class");
    *e = (tml_mjcf_element){x, class >= 0 ? class : outermost(m)};
    if (!name)
        return true;
    e->class = tml_mjcf_find_class(m, name);
    if (e->class >= 0)
        return true;
    tml_log_raise(m->robot->log, TML_E_ROBOT_VALUE, x->place, "<%s>: there is no class \"%s\" of defaults", x->name,
                  name);
    return false;
}

const char *tml_mjcf_get(const tml_mjcf *m, const tml_mjcf_element *e, const char *attribute)
{
    const char *own = tml_xml_get(e->x, attribute);
    for (int c = e->class; !own && c >= 0; c = m->classes[c].parent)
        for (tml_xml *x = tml_xml_child(m->classes[c].x, e->x->name); x; x = tml_xml_next(x)) {
            const char *value = tml_xml_get(x, attribute);
            own = value ? value : own;
        }
    return own;
}

bool tml_mjcf_is(const tml_mjcf *m, const tml_mjcf_element *e, const char *attribute, const char *value)
{
    const char *given = tml_mjcf_get(m, e, attribute);
    return given && strcmp(given, value) == 0;
}

bool tml_mjcf_numbers(tml_mjcf *m, const tml_mjcf_element *e, const char *attribute, double *numbers, int least,
                      int most)
{
    return tml_robot_numbers(m->robot, e->x, attribute, tml_mjcf_get(m, e, attribute), numbers, least, most);
}
