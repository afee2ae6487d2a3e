/* stack.c - stacks areas below title and legend of a picture. */
#include "plot/stack.h"
#include "plot/axis_fit.h"
#include "plot/panel.h"
#include <math.h>

static const double X_TICKS = 22, X_TITLE = 21, TICK_GAP = 8, GAP = 16;

static double axis_room(bool shared, size_t i, size_t count)
{
    return !shared || i + 1 == count ? X_TICKS + X_TITLE : 0;
}

/* From top to bottom, areas of this height. Returns the height of the sheet. */
static double stack(tml_picture *p, tml_stack_panel *panels, size_t count, bool shared, double area)
{
    const double width = p->width - p->left - tml_picture_margin;
    double y = tml_picture_top(p, width) - 6;
    for (size_t i = 0; i < count; i++) {
        tml_stack_panel *panel = &panels[i];
        tml_frame *f = &panel->frame;
        panel->legend_top = y;
        f->left = p->left;
        f->width = floor(width - 6);
        f->top = ceil(y + tml_legend_height(&panel->legend, width) + 6 + panel->above);
        f->height = area;
        panel->x_title_y = f->top + area + X_TICKS + 16;
        y = f->top + area + axis_room(shared, i, count) + GAP;
    }
    return ceil(y - GAP + 10);
}

static void fit_axes(tml_picture *p, tml_stack_panel *panels, size_t count)
{
    double ticks = 0;
    for (size_t i = 0; i < count; i++) {
        tml_stack_panel *panel = &panels[i];
        tml_frame *f = &panel->frame;
        f->y = tml_axis_fit_y(panel->y_low, panel->y_high, f->height, panel->y_log);
        tml_axis_fit_title(&f->y, panel->y_name, panel->y_unit, f->height + 14, panel->y_title, sizeof panel->y_title);
        f->x = tml_axis_fit_x(panel->x_low, panel->x_high, f->width, panel->x_whole, panel->x_log);
        tml_axis_fit_title(&f->x, panel->x_name, panel->x_unit, f->width, panel->x_title, sizeof panel->x_title);
        ticks = fmax(ticks, tml_axis_tick_width(&f->y));
    }
    p->left = ceil(tml_picture_margin + tml_text_size + 7 + ticks + TICK_GAP);
}

void tml_stack_place(tml_picture *p, tml_stack_panel *panels, size_t count, bool shared)
{
    const double least = 50, usual = count == 1 ? 300 : count <= 3 ? 190 : 140;
    p->width = p->request->width > 0 ? p->request->width : 760;
    p->left = 70;
    for (int round = 0; round < 3;
         round++) { /* widths depend on ticks, ticks on heights, heights of legends on widths */
        p->height = stack(p, panels, count, shared, usual);
        if (p->request->height > 0) {
            const double more = floor((p->request->height - p->height) / (double)count);
            p->height = stack(p, panels, count, shared, fmax(usual + more, least));
        }
        const double left = p->left;
        fit_axes(p, panels, count);
        if (round == 2)
            p->left = left; /* as the areas lie now */
    }
}

void tml_stack_draw(const tml_picture *p, const tml_stack_panel *panel, bool x_axis, tml_pen *pen)
{
    const tml_frame *f = &panel->frame;
    tml_legend_draw(&panel->legend, (tml_spot){f->left, panel->legend_top}, p->width - f->left - tml_picture_margin,
                    pen);
    tml_frame_draw_grid(f, pen);
    tml_frame_draw_y_ticks(f, pen);
    tml_frame_draw_y_title(f, tml_picture_margin + tml_text_size - 3, panel->y_title, pen);
    if (!x_axis)
        return;
    tml_frame_draw_x_ticks(f, pen);
    tml_frame_draw_x_title(f, panel->x_title_y, panel->x_title, pen);
}
