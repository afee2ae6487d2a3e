/* export_xml.c - attributes of XML: numbers that read back to the same, names. */
#include "base/escape.h"
#include "base/number.h"
#include "exchange/export_robot.h"
#include <math.h>

static const double NOTHING = 1e-16; /* of the largest of numbers that belong together */

void tml_export_put_numbers(tml_text *t, const char *attribute, const double *x, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    tml_text_add(t, " %s=\"", attribute);
    for (int i = 0; i < count; i++) {
        tml_text_add(t, i ? " " : "");
        tml_text_put_shortest(t, fabs(x[i]) > NOTHING * most ? x[i] : 0);
    }
    tml_text_add(t, "\"");
}

void tml_export_put_vector(tml_text *t, const char *attribute, tml_vec3 v)
{
    tml_export_put_numbers(t, attribute, (double[]){v.x, v.y, v.z}, 3);
}

void tml_export_put_name(tml_text *t, const char *attribute, const char *name)
{
    tml_text_add(t, " %s=\"", attribute);
    tml_text_put_xml(t, name);
    tml_text_add(t, "\"");
}
