/* best_facts.c - facts of the best values. */
#include "optimize/best_facts.h"
#include "base/number.h"
#include <math.h>
#include <stdio.h>

bool tml_table_add_best(tml_table *table, const tml_study *study, const double *values)
{
    const int count = (int)tml_study_parameter_count(study);
    bool good = true;
    char name[300], number[TML_SHORTEST];
    for (int i = 0; good && i < count; i++) {
        const char *unit = tml_variation_unit(study->variation, i);
        snprintf(name, sizeof name, "best %s", tml_study_parameter_name(study, (size_t)i));
        tml_shortest(values[i], number);
        good = tml_table_add_fact(table, name, values[i], "%s", number);
        snprintf(name, sizeof name, "unit %s", tml_study_parameter_name(study, (size_t)i));
        if (good && *unit)
            good = tml_table_add_fact(table, name, NAN, "%s", unit);
    }
    return good;
}
