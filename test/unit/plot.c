/* plot.c - plots: ticks, panels, well-formed SVG, themes, escaped names, patterns, decimation. */
#include "plot/plot.h"
#include "model/channel.h"
#include "plot/axes.h"
#include "support/xml.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- help ---------------------------------------------------------------------------------------------------- */

static const tml_column columns[] = {{"t", ""},    {"crank.angle", ""},  {"rod.angle", ""},
                                     {"O.fx", ""}, {"energy.error", ""}, {"P.x", ""},
                                     {"P.y", ""},  {"a<b&\"c\"", ""}};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static tml_results *make_results(int rows)
{
    tml_results *made = tml_results_make();
    tml_table *table = tml_results_add(made, "dynamics", "Model <1> & 2", columns, COLUMNS);
    for (int i = 0; i < rows; i++) {
        double t = i * 0.01;
        double row[COLUMNS] = {t, t, sin(t), 1e3 * cos(t), 2e-9 * cos(t), cos(t), sin(t), 1};
        memcpy(tml_table_append(table), row, sizeof row);
    }
    return made;
}

/* What every test draws, and gets. */
static tml_results *results;
static tml_text drawing;
static tml_log *messages;

static void set_up(void)
{
    results = make_results(50);
    messages = tml_log_make();
}

static void tear_down(void)
{
    tml_text_free(&drawing);
    tml_results_free(results);
    tml_log_free(messages);
}

TestSuite(plot, .init = set_up, .fini = tear_down);

/* Draws these channels into `drawing`. */
static tml_status plot(tml_plot_options request, const char *const *names, bool png)
{
    request.size = sizeof request;
    request.channels = names;
    request.channel_count = 0;
    while (names[request.channel_count] != NULL)
        request.channel_count++;
    tml_text_free(&drawing);
    return tml_plot_draw_table(results->tables[0], &request, tml_plot_format_find(png ? "x.png" : NULL, messages),
                               &drawing, messages);
}

/* ---- axes ---------------------------------------------------------------------------------------------------- */

static void expect_nice(double low, double high, double parts)
{
    tml_plot_axis axis = tml_axis_make(low, high, tml_axis_step((high - low) / parts));
    double digits = axis.step / pow(10, floor(log10(axis.step) + 1e-9));
    cr_expect(fabs(digits - 1) < 1e-6 || fabs(digits - 2) < 1e-6 || fabs(digits - 5) < 1e-6, "step %g", axis.step);
    cr_expect(axis.tick_count >= 1 && axis.tick_count <= parts + 1.5, "%d ticks in %g … %g", axis.tick_count, low,
              high);
    for (int i = 0; i < axis.tick_count; i++) {
        double tick = tml_axis_tick(&axis, i);
        char text[64];
        tml_axis_tick_text(&axis, i, text, sizeof text);
        cr_expect(tick >= low && tick <= high, "%g outside %g … %g", tick, low, high);
        cr_expect_leq(strlen(text), 11, "%s", text);
    }
}

Test(plot, ticks_are_round_few_and_inside)
{
    static const double centres[] = {0, 1, -3.7, 1e-12, 1e9, 0.7238971, -1e-300, 123456.789};
    static const double ranges[] = {1, 0.33, 7.77, 1e-7, 1e5, 2e-3};
    for (size_t i = 0; i < sizeof centres / sizeof *centres; i++)
        for (size_t j = 0; j < sizeof ranges / sizeof *ranges; j++) {
            expect_nice(centres[i], centres[i] + ranges[j], 5);
            expect_nice(centres[i] - ranges[j], centres[i] + ranges[j] / 3, 8);
        }
}

Test(plot, tick_texts_say_the_value)
{
    char text[64];
    tml_plot_axis axis = tml_axis_make(-1.1, 1.1, 0.5);
    cr_assert_eq(axis.tick_count, 5);
    tml_axis_tick_text(&axis, 0, text, sizeof text);
    cr_expect_str_eq(text, "\u22121.0");
    tml_axis_tick_text(&axis, 2, text, sizeof text);
    cr_expect_str_eq(text, "0.0");
    tml_axis_title(&axis, "angle", "rad", text, sizeof text);
    cr_expect_str_eq(text, "angle (rad)");
}

Test(plot, logarithmic_ticks_are_1_2_5_times_powers_of_ten)
{
    tml_plot_axis axis = tml_axis_make_log(-1, 2, 0.2);
    static const char *const texts[] = {"0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100"};
    char text[64];
    cr_assert_eq(axis.tick_count, 10);
    for (int i = 0; i < 10; i++) {
        tml_axis_tick_text(&axis, i, text, sizeof text);
        cr_expect_str_eq(text, texts[i]);
        cr_expect_float_eq(pow(10, tml_axis_tick(&axis, i)), atof(texts[i]), 1e-12 * atof(texts[i]));
    }
    axis = tml_axis_make_log(-9.5, 0.5, 1.2);
    cr_assert_eq(axis.tick_count, 5);
    tml_axis_tick_text(&axis, 0, text, sizeof text);
    cr_expect_str_eq(text, "10\u207B\u2078");
}

Test(plot, powers_of_ten_and_offsets_go_into_the_title)
{
    char text[64];
    tml_plot_axis axis = tml_axis_make(0, 4.2e-9, 1e-9);
    tml_axis_tick_text(&axis, 3, text, sizeof text);
    cr_expect_str_eq(text, "3");
    tml_axis_title(&axis, "force", "N", text, sizeof text);
    cr_expect_str_eq(text, "force (10\u207B\u2079 N)");
    axis = tml_axis_make(100.0000099, 100.0000301, 1e-5);
    tml_axis_tick_text(&axis, 0, text, sizeof text);
    cr_expect_leq(strlen(text), 5, "%s", text);
    cr_expect_neq(axis.offset, 0);
    tml_unit_pretty("N*m/s^2", text, sizeof text);
    cr_expect_str_eq(text, "N\u00B7m/s\u00B2");
}

Test(plot, constant_curves_get_a_range)
{
    static const double values[] = {0, 4, -1e-20, 1e200};
    for (size_t i = 0; i < 4; i++) {
        double low = values[i], high = values[i];
        tml_axis_range_pad(&low, &high, 0.05);
        cr_expect(low < values[i] && high > values[i]);
    }
}

Test(plot, names_say_units)
{
    cr_expect_str_eq(tml_channel_find_meaning("A.fx").unit, "N");
    cr_expect_str_eq(tml_channel_find_meaning("coupler.P.vy").unit, "m/s");
    cr_expect_str_eq(tml_channel_find_meaning("O.torque").unit, "N*m");
    cr_expect_str_eq(tml_channel_find_meaning("energy.work").unit, "J");
    cr_expect_str_eq(tml_channel_find_meaning("t").unit, "s");
    cr_expect_str_eq(tml_channel_find_meaning("S.speed").unit, "", "m/s or rad/s: the name does not say");
    cr_expect_str_eq(tml_channel_find_meaning("x").unit, "", "no channel of ours");
}

/* ---- drawings ------------------------------------------------------------------------------------------------ */

Test(plot, svg_is_well_formed_whatever_the_names)
{
    cr_assert(xml_is_well_formed("<a b=\"x>\"><c/>t</a>"));
    cr_assert_not(xml_is_well_formed("<a><b></a>"));
    cr_assert_not(xml_is_well_formed("<a>x & y</a>"));
    const char *names[] = {"a<b&\"c\"", "O.fx", NULL};
    cr_assert_eq(plot((tml_plot_options){0}, names, false), TML_OK);
    cr_expect(xml_is_well_formed(drawing.data));
    cr_expect_not_null(strstr(drawing.data, ">a&lt;b&amp;&quot;c&quot;</text>"));
    cr_expect_not_null(strstr(drawing.data, "Model &lt;1&gt; &amp; 2</text>"));
    cr_expect_null(strstr(drawing.data, "nan"));
}

Test(plot, units_share_panels_and_checks_are_separate)
{
    const char *names[] = {"crank.angle", "rod.angle", "O.fx", "energy.error", NULL};
    cr_assert_eq(plot((tml_plot_options){0}, names, false), TML_OK);
    cr_expect_eq(xml_count(drawing.data, "rotate(-90)"), 3, "three panels, three titles of y axes");
    cr_expect_eq(xml_count(drawing.data, ">angle (rad)<"), 1);
    cr_expect_eq(xml_count(drawing.data, ">force (N)<"), 1);
    cr_expect_eq(xml_count(drawing.data, ">energy error (10\u207B\u2079 J)<"), 1);
    cr_expect_eq(xml_count(drawing.data, ">time (s)<"), 1);
}

/* Frequencies and amplitudes by their logarithms, phases as they are; what is not positive is a gap. */
Test(plot, a_frequency_response_is_a_bode_plot)
{
    static const tml_column bode[] = {{"frequency", "Hz"}, {"x/u.amplitude", "m/N"}, {"x/u.phase", "rad"}};
    static const char *const both[] = {"x/u.*", NULL};
    tml_results_free(results);
    results = tml_results_make();
    tml_table *table = tml_results_add(results, "modes.response", "", bode, 3);
    for (int i = 0; i <= 40; i++) {
        double f = pow(10, 0.1 * i - 1);
        memcpy(tml_table_append(table), (double[]){f, i == 7 ? 0 : 1 / (1 + f * f), -atan(f)}, 3 * sizeof(double));
    }
    cr_assert_eq(plot((tml_plot_options){0}, both, false), TML_OK);
    cr_expect(xml_is_well_formed(drawing.data));
    cr_expect(strstr(drawing.data, "1000<") != NULL && strstr(drawing.data, "10\u207B\u2076<") != NULL);
    cr_expect(strstr(drawing.data, "frequency (Hz)") != NULL && strstr(drawing.data, "phase (rad)") != NULL);
    cr_assert_eq(plot((tml_plot_options){.plain = true}, both, false), TML_OK);
    cr_expect(strstr(drawing.data, "10\u207B\u2076<") == NULL);
}

Test(plot, colours_follow_the_theme)
{
    const char *names[] = {"O.fx", NULL};
    static const char *const papers[] = {".f0{fill:#ffffff}", ".f0{fill:#ffffff}", ".f0{fill:#15181d}"};
    for (int theme = TML_THEME_AUTO; theme <= TML_THEME_DARK; theme++) {
        cr_assert_eq(plot((tml_plot_options){.theme = (tml_theme)theme}, names, false), TML_OK);
        cr_expect_eq(strstr(drawing.data, "prefers-color-scheme:dark") != NULL, theme == TML_THEME_AUTO);
        cr_expect_not_null(strstr(drawing.data, papers[theme]));
        cr_expect_eq(strstr(drawing.data, papers[2]) != NULL, theme != TML_THEME_LIGHT);
    }
}

Test(plot, patterns_choose_channels_but_not_the_axis)
{
    const char *names[] = {"*.angle", "rod.*", NULL};
    tml_plot_options request = {.against = "crank.angle"};
    cr_assert_eq(plot(request, names, false), TML_OK);
    cr_expect_eq(xml_count(drawing.data, "<title>rod.angle</title></path>"), 1, "once, though both patterns match");
    cr_expect_eq(xml_count(drawing.data, "<title>crank.angle</title></path>"), 0);
    cr_expect_eq(xml_count(drawing.data, ">crank.angle (rad)<"), 1, "the x axis");
}

Test(plot, unknown_channels_are_all_reported)
{
    const char *names[] = {"crank.angel", "Z*", "O.fx", NULL};
    cr_expect_eq(plot((tml_plot_options){0}, names, false), TML_WRONG);
    cr_assert_eq(tml_log_count(messages), 2);
    cr_expect_not_null(strstr(tml_log_get(messages, 0).text, "did you mean \"crank.angle\""));
    cr_expect_not_null(strstr(tml_log_get(messages, 1).text, "Z*"));
}

/* The size of the numbers in the first path with a title: width and height of what it covers. */
static tml_spot path_size(const char *text)
{
    const char *next = strstr(text, "</title></path>");
    while (strncmp(next, " d=\"", 4) != 0)
        next--;
    tml_spot low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (next += 4; *next == 'M' || *next == 'L';) {
        char *end;
        double x = strtod(next + 1, &end), y = strtod(end, &end);
        low = (tml_spot){fmin(low.x, x), fmin(low.y, y)};
        high = (tml_spot){fmax(high.x, x), fmax(high.y, y)};
        next = end;
    }
    return (tml_spot){high.x - low.x, high.y - low.y};
}

Test(plot, a_circle_is_a_circle)
{
    tml_results_free(results);
    results = make_results(700);
    const char *names[] = {"P.x", "P.y", NULL};
    static const double sizes[][2] = {{0, 0}, {300, 900}, {900, 300}};
    for (int i = 0; i < 3; i++) {
        tml_plot_options request = {.path = true, .width = sizes[i][0], .height = sizes[i][1]};
        cr_assert_eq(plot(request, names, false), TML_OK);
        cr_expect(xml_is_well_formed(drawing.data));
        tml_spot size = path_size(drawing.data);
        cr_expect_float_eq(size.x, size.y, 0.5, "%g x %g", size.x, size.y);
        cr_expect_gt(size.x, 100);
    }
    const char *odd[] = {"P.x", NULL};
    cr_expect_eq(plot((tml_plot_options){.path = true}, odd, false), TML_WRONG);
}

Test(plot, many_points_are_thinned_and_peaks_stay)
{
    enum { MANY = 200000 };
    static double x[MANY], y[MANY];
    for (int i = 0; i < MANY; i++) {
        x[i] = i;
        y[i] = i == 123456 ? 1000 : sin(i * 0.7);
    }
    tml_plot_series series = {"a", "", "", false, x, y, MANY, 1, 1, false, false};
    tml_plot what = {.title = "", .x_name = "", .x_unit = "", .y_name = "", .y_unit = ""};
    what.series = &series;
    what.series_count = 1;
    what.height = 400;
    cr_assert_eq(tml_plot_draw(&what, tml_plot_format_find(NULL, NULL), &drawing), TML_OK);
    cr_expect_lt(drawing.length, 200000);
    cr_expect_gt(path_size(drawing.data).y, 250, "the one peak is there");
}

Test(plot, gaps_single_points_and_empty_series_are_drawn)
{
    static const double x[] = {0, 1, 2, 3, 4}, y[] = {NAN, 2, NAN, 4, INFINITY}, none[] = {NAN, NAN, NAN, NAN, NAN};
    tml_plot_series series[] = {{"a", "m", "", false, x, y, 5, 1, 1, false, false},
                                {"b", "m", "", false, x, none, 5, 1, 1, false, false},
                                {"c", "N", "", false, x, none, 5, 1, 1, false, false},
                                {"d", "J", "", false, x, x, 1, 1, 1, false, false}};
    tml_plot what = {.title = "", .x_name = "x", .x_unit = "", .y_name = "", .y_unit = ""};
    what.series = series;
    what.series_count = 4;
    cr_assert_eq(tml_plot_draw(&what, tml_plot_format_find(NULL, NULL), &drawing), TML_OK);
    cr_expect(xml_is_well_formed(drawing.data));
    cr_expect_null(strstr(drawing.data, "nan"));
    cr_expect_null(strstr(drawing.data, "inf"));
    cr_expect_eq(xml_count(drawing.data, "<circle"), 3, "two points alone, and the only one of d");
}

Test(plot, png_is_a_png_of_twice_the_size)
{
    const char *names[] = {"O.fx", NULL};
    tml_plot_options request = {.width = 500, .height = 300, .theme = TML_THEME_DARK};
    cr_assert_eq(plot(request, names, true), TML_OK);
    cr_assert_gt(drawing.length, 1000);
    cr_expect_arr_eq(drawing.data, "\x89PNG\r\n\x1A\n", 8);
    const unsigned char *size = (const unsigned char *)drawing.data + 16;
    cr_expect_eq(size[2] << 8 | size[3], 1000);
    cr_expect_eq(size[6] << 8 | size[7], 600);
}
