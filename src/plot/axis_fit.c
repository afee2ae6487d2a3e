/* axis_fit.c - chooses ranges and steps of axes by the room that their labels need. */
#include "plot/axis_fit.h"
#include "plot/panel.h"
#include <math.h>

double tml_axis_tick_width(const tml_plot_axis *axis)
{
    double width = 0;
    for (int i = 0; i < axis->tick_count; i++) {
        char text[64];
        tml_axis_tick_text(axis, i, text, sizeof text);
        width = fmax(width, tml_caption_width(text, tml_tick_size));
    }
    return width;
}

/* The smallest round step at which neighbouring texts keep apart. */
tml_plot_axis tml_axis_fit_x(double low, double high, double width, bool whole, bool log)
{
    tml_plot_axis axis = {0};
    if (log)
        return tml_axis_make_log(low, high, (high - low) * 60 / width);
    for (double ticks = fmax(2, width / 60); ticks >= 1; ticks *= 0.8) {
        double step = tml_axis_step((high - low) / ticks);
        axis = tml_axis_make(low, high, whole ? fmax(step, 1) : step);
        if (tml_axis_tick_width(&axis) + 24 <= axis.step / (high - low) * width)
            break;
    }
    return axis;
}

static void pad_y(double *low, double *high, bool log)
{
    const double least = *low, greatest = *high;
    tml_axis_range_pad(low, high, 0.06);
    if (log) { /* half a decade at least */
        double more = fmax(0, 0.5 - (*high - *low)) / 2;
        *low -= more;
        *high += more;
        return;
    }
    if (least >= 0 && greatest > 0)
        *low = fmax(*low, 0);
    if (greatest <= 0 && least < 0)
        *high = fmin(*high, 0);
}

tml_plot_axis tml_axis_fit_height(double low, double high, double height, bool log)
{
    tml_plot_axis axis = {0};
    for (double apart = fmin(fmax(height / 6, 22), 32); apart > 12; apart *= 0.75) { /* pixels, at least */
        double least = (high - low) * apart / height;
        axis = log ? tml_axis_make_log(low, high, least) : tml_axis_make(low, high, tml_axis_step(least));
        if (axis.tick_count >= 3)
            break;
    }
    return axis;
}

tml_plot_axis tml_axis_fit_y(double low, double high, double height, bool log)
{
    pad_y(&low, &high, log);
    return tml_axis_fit_height(low, high, height, log);
}

void tml_axis_fit_title(const tml_plot_axis *axis, const char *name, const char *unit, double room, char *text,
                        size_t size)
{
    char cut[256], rest[256];
    tml_axis_title(axis, " ", unit, rest, sizeof rest);
    tml_caption_fit(name, tml_text_size, fmax(room - tml_caption_width(rest, tml_text_size), 3 * tml_text_size), cut,
                    sizeof cut);
    tml_axis_title(axis, cut, unit, text, size);
}
