/* channel_table.c - the table of channels holds whatever is reported: every column of the examples of all joints and forces has a meaning
 * in it, and the unit that the table says. */
#include "model/channel.h"
#include "result/table.h"
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <string.h>

static void check_columns(const char *what, const char *example)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(example, strlen(example), what, log);
    tml_results *results = NULL;
    cr_assert(model && tml_run(model, NULL, &results, log) == TML_OK, "%s does not run", what);
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        if (strstr(t->kind, ".events"))
            continue;
        for (size_t k = 0; k < t->column_count; k++) {
            const tml_channel_meaning m = tml_channel_find_meaning(t->columns[k].name);
            cr_expect(*m.quantity && *m.doc, "%s: %s has no meaning", what, t->columns[k].name);
            cr_expect(!*m.unit || strcmp(m.unit, t->columns[k].unit) == 0, "%s: %s is in %s, not in %s", what,
                      t->columns[k].name, t->columns[k].unit, m.unit);
        }
    }
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(channel_table, every_reported_channel_is_in_the_table_with_its_unit)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *c = tml_joint_classes[i];
            if (space ? c->example_space : c->example_plane)
                check_columns(c->name, space ? c->example_space : c->example_plane);
        }
    for (int i = 0; i < tml_force_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_force_class *c = tml_force_classes[i];
            if (space ? c->example_space : c->example_plane)
                check_columns(c->name, space ? c->example_space : c->example_plane);
        }
}

Test(channel_table, equal_names_of_different_owners_are_distinguished)
{
    for (int of = 0; of < TML_OWNER_COUNT; of++)
        for (int space = 0; space < 2; space++)
            for (int rotation = 0; rotation < 2; rotation++) {
                const tml_channel *c;
                int i = 0;
                for (; (c = tml_channel_at((tml_channel_owner)of, space, rotation, i)) != NULL; i++)
                    cr_expect_eq(tml_channel_of((tml_channel_owner)of, c->name, space, rotation), c, "%s of %s",
                                 c->name, tml_channel_lists[of].of);
                cr_expect_leq(i, TML_MAX_CHANNELS);
            }
}

Test(channel_table, a_name_alone_determines_the_unit_unless_owners_differ)
{
    cr_expect_str_eq(tml_channel_find_meaning("J.angle1_speed").unit, "rad/s");
    cr_expect_str_eq(tml_channel_find_meaning("J.displacement2_acceleration").unit, "m/s^2");
    cr_expect_str_eq(tml_channel_find_meaning("spring.rate").unit, "", "of a spring or of a state");
    cr_expect_str_eq(tml_channel_find_meaning("mount.rx").unit, "rad");
    cr_expect_str_eq(tml_channel_find_meaning("O.speed").unit, "", "of a hinge or of a slider");
    cr_expect_str_eq(tml_channel_find_meaning("O.actuator").unit, "");
    cr_expect(tml_channel_find_meaning("O.fx").is_result);
    cr_expect_not(tml_channel_find_meaning("O.angle").is_result);
    cr_expect(tml_channel_find_meaning("energy.error").is_check);
}
