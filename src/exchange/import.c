/* import.c - descriptions of robots read and written as model files; what of them was not understood is listed. */
#include "base/escape.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/text.h"
#include "exchange/include.h"
#include "exchange/robot.h"
#include "exchange/xml.h"
#include "model/field.h"
#include "trammel/exchange.h"
#include <stdlib.h>

typedef struct {
    const char *text, *name;
    size_t length;
    tml_import_options options;
    bool draws_output; /* a mesh of the description is the file that will be written */
    tml_text out;
    tml_log *log;
    tml_arena arena;
} importing;

enum { MOST_NAMES = 200 };

/* Elements that nobody asked for, each name once with its number. */
typedef struct {
    const char *name[MOST_NAMES];
    int times[MOST_NAMES], count;
    tml_place first;
} unread_list;

static void add_unread(unread_list *list, const char *name, tml_place place)
{
    int i = 0;
    while (i < list->count && strcmp(list->name[i], name) != 0)
        i++;
    if (i == MOST_NAMES)
        return;
    if (list->count == 0)
        list->first = place;
    list->name[i] = name;
    list->times[i]++;
    list->count = i == list->count ? i + 1 : list->count;
}

/* Attributes of an element that its reader does not know. */
static void list_attributes(importing *m, const tml_xml *x, const tml_known_attributes *known, unread_list *list)
{
    while (known && known->element && strcmp(known->element, x->name) != 0)
        known++;
    for (const char *const *a = known && known->element ? x->attributes : NULL; a && a[0]; a += 2)
        if (tml_word_index(known->attributes, a[0]) < 0)
            add_unread(list, tml_arena_format(&m->arena, "<%s %s>", x->name, a[0]), x->place);
}

static void list_unread(importing *m, const tml_xml *x, const tml_known_attributes *known, unread_list *list)
{
    list_attributes(m, x, known, list);
    for (const tml_xml *c = x->first; c; c = c->next)
        if (c->used)
            list_unread(m, c, known, list);
        else
            add_unread(list, tml_arena_format(&m->arena, "<%s>", c->name), c->place);
}

static void tell_unread(importing *m, const tml_xml *root, const tml_known_attributes *known)
{
    unread_list *list = TML_NEW(&m->arena, unread_list);
    const char *all = "";
    list_unread(m, root, known, list);
    for (int i = 0; i < list->count; i++)
        all = tml_arena_format(&m->arena, "%s%s%d %s", all, i ? ", " : "", list->times[i], list->name[i]);
    if (list->count)
        tml_log_raise(m->log, TML_W_ROBOT_NOT_READ, list->first, "not read: %s", all);
}

/* Formats, known by their first element. */
static const struct {
    const char *root, *format;
    bool (*read)(tml_robot *robot, tml_xml *root);
    const tml_known_attributes *known; /* NULL: attributes are not listed */
    bool includes;                     /* other files, whose content stands in the place of <include> */
    bool has_root; /* that moves freely if the caller says so; else the description says what does */
} formats[] = {
    {"robot", "URDF", tml_urdf_read, NULL, false, true},
    {"mujoco", "MJCF", tml_mjcf_read, tml_mjcf_known, true, false},
    {"sdf", "SDFormat", tml_sdf_read, tml_sdf_known, false, false},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static int format_of(importing *m, const tml_xml *root)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(root->name, formats[i].root) == 0)
            return i;
    tml_log_raise(m->log, TML_E_NOT_A_ROBOT, root->place,
                  "<%s> is the first element: a description of a robot that can be read begins with <robot> (URDF), "
                  "<mujoco> (MJCF) or <sdf> (SDFormat)",
                  root->name);
    return -1;
}

static tml_status work(void *context)
{
    importing *m = context;
    tml_xml *root = tml_xml_read(m->text, m->length, m->name, &m->arena, m->log);
    const int format = root ? format_of(m, root) : -1;
    if (format < 0 || (formats[format].includes && !tml_xml_include(root, &m->options, &m->arena, m->log)))
        return TML_WRONG;
    tml_robot robot = {
        .arena = &m->arena, .log = m->log, .file = m->name, .format = formats[format].format, .options = &m->options};
    const tml_robot_choice choice = {.floating = m->options.floating && formats[format].has_root,
                                     .keep_fixed = m->options.keep_fixed,
                                     .mend_inertia = m->options.mend_inertia,
                                     .hold_massless = m->options.hold_massless};
    if (!formats[format].read(&robot, root) || !tml_robot_resolve(&robot, choice))
        return TML_WRONG;
    tell_unread(m, root, formats[format].known);
    m->draws_output = tml_robot_find_meshes(&robot);
    tml_robot_write(&robot, &m->out);
    return m->out.failed ? TML_NO_MEMORY : TML_OK;
}

tml_status tml_import(const char *text, size_t length, const char *name, const tml_import_options *options,
                      char **model, tml_log *log)
{
    importing m = {.text = text, .length = length, .name = name, .log = log};
    *model = NULL;
    if (!tml_options_copy(&m.options, sizeof m.options, options, log))
        return TML_WRONG;
    tml_include_folder folder = {.folder = m.options.folder, .models = m.options.models, .output = m.options.output};
    if (!m.options.include && m.options.folder) {
        m.options.include = tml_include_from_folder;
        m.options.context = &folder;
    }
    const locale_t old = tml_plain_enter();
    tml_status status = tml_guarded(&m.arena, NULL, work, &m);
    tml_plain_leave(old);
    tml_arena_free(&m.arena);
    if (status == TML_OK && (folder.reads_output || m.draws_output)) {
        tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, (tml_place){.file = name},
                      "%s is named by the description: give the output another name", m.options.output);
        status = TML_WRONG;
    }
    if (status == TML_OK && !(*model = tml_text_detach(&m.out)))
        status = TML_NO_MEMORY;
    tml_text_free(&m.out);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}
