/* group.c - which series share a panel: those of one unit or, if units are unknown, those with similar names
 * ("A.speed" and "B.speed", "th2" and "th3"). */
#include "plot/group.h"
#include "base/arena.h"
#include "model/channel.h"
#include "plot/line.h"
#include <math.h>
#include <string.h>

/* The last part of a name without the digits at its end. */
static size_t find_stem(const char *name, const char **stem)
{
    *stem = tml_channel_last(name);
    size_t length = strlen(*stem);
    size_t left = length;
    while (left > 0 && strchr("0123456789", (*stem)[left - 1]) != NULL)
        left--;
    return left > 0 ? left : length;
}

static bool belong_together(const tml_plot_series *a, const tml_plot_series *b)
{
    if (((a->apart || b->apart) && strcmp(a->quantity, b->quantity) != 0) || a->y_log != b->y_log)
        return false;
    if (a->unit[0] != '\0' || b->unit[0] != '\0')
        return strcmp(a->unit, b->unit) == 0;
    if (a->quantity[0] != '\0' || b->quantity[0] != '\0')
        return strcmp(a->quantity, b->quantity) == 0;
    const char *stem_a, *stem_b;
    size_t length_a = find_stem(a->name, &stem_a), length_b = find_stem(b->name, &stem_b);
    return length_a == length_b && memcmp(stem_a, stem_b, length_a) == 0;
}

/* The panel starts with one series; those later in the list that belong to it follow, in order. */
static void fill_panel(tml_layout *layout, tml_panel *panel, bool *taken, size_t start)
{
    const tml_plot *plot = layout->plot;
    const tml_plot_series *first = &plot->series[start];
    panel->quantity = first->quantity;
    panel->unit = first->unit;
    panel->y_log = first->y_log;
    for (size_t i = start; i < plot->series_count; i++) {
        const tml_plot_series *series = &plot->series[i];
        if (taken[i] || !(plot->path || belong_together(first, series)))
            continue;
        taken[i] = true;
        panel->series[panel->count++] = series;
        if (strcmp(series->quantity, panel->quantity) != 0)
            panel->quantity = "";
    }
}

static void find_ranges(tml_panel *panel)
{
    panel->x_low = panel->y_low = INFINITY;
    panel->x_high = panel->y_high = -INFINITY;
    for (size_t i = 0; i < panel->count; i++)
        tml_series_range(panel->series[i], &panel->x_low, &panel->x_high, &panel->y_low, &panel->y_high);
    if (panel->x_low > panel->x_high) { /* no finite point at all */
        panel->x_low = panel->y_low = 0;
        panel->x_high = panel->y_high = 1;
    }
}

bool tml_layout_group(tml_layout *layout)
{
    size_t count = layout->plot->series_count;
    bool *taken = tml_allocate((count + 1) * sizeof *taken);
    layout->order = tml_allocate((count + 1) * sizeof(tml_plot_series *));
    layout->panels = tml_allocate((count + 1) * sizeof *layout->panels);
    bool made = taken != NULL && layout->order != NULL && layout->panels != NULL;
    if (made) {
        memset(taken, 0, count * sizeof *taken);
        const tml_plot_series **next = layout->order;
        for (size_t i = 0; i < count; i++) {
            if (taken[i])
                continue;
            tml_panel *panel = &layout->panels[layout->panel_count++];
            *panel = (tml_panel){.series = next};
            fill_panel(layout, panel, taken, i);
            find_ranges(panel);
            next += panel->count;
        }
    }
    if (taken != NULL)
        tml_release(taken);
    return made;
}
