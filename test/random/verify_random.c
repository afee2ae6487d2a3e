/* verify_random.c - `verify` on mechanisms made at random: every one that disagrees is a false alarm, or a mistake found.
 *
 *   verify_random [COUNT [FIRST [FAMILY]]]     FAMILY: a part of a family's name
 *   verify_random find [COUNT [FIRST]]         ends with 1 at the first that is not agreed on: has a mistake been planted?
 *   verify_random show INDEX                   prints that mechanism's model
 *
 * Prints each outcome that is not agreement, and a table of all; the exit code is 1 when any disagreed. COUNT mechanisms are spread
 * over the families: trees and loops of all joints with all forces, in the plane and in space, redundant, massless, compliant.
 */
#include "support/random_mechanism.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trammel/trammel.h>

enum { FAMILIES = RANDOM_FAMILIES, SEED = 1000 };

#define HOPELESS                                                                                                       \
    {                                                                                                                  \
        49, 121, 141, 178                                                                                              \
    } /* contradicting drivers, mechanisms that lock, speeds that cannot be */

enum { AGREED, NOT_COMPARED, NOT_CONVERGED, NOT_FINISHED, REFUSED, DISAGREED, OUTCOMES };
static const char *const outcomes[OUTCOMES] = {"agreed",         "implicit apart", "not converged",
                                               "did not finish", "refused",        "disagreed"};

static int outcome_of(tml_status status, const tml_verification *v)
{
    bool any[OUTCOMES] = {0};
    if (status == TML_WRONG || !v)
        return REFUSED;
    for (size_t i = 0; i < v->count; i++) {
        const tml_verdict verdict = v->formulations[i].verdict;
        any[DISAGREED] |= verdict == TML_DISAGREES;
        any[NOT_FINISHED] |= verdict == TML_NOT_FINISHED;
        any[NOT_CONVERGED] |= verdict == TML_NOT_CONVERGED;
        any[NOT_COMPARED] |= verdict == TML_NOT_COMPARED;
    }
    for (int i = OUTCOMES - 1; i > AGREED; i--)
        if (any[i])
            return i;
    return v->agreed ? AGREED : DISAGREED;
}

static random_mechanism mechanism_of(int index)
{
    return random_mechanism_make(random_families[index % FAMILIES].options, (uint64_t)(SEED + index / FAMILIES));
}

static int show(int index)
{
    random_mechanism made = mechanism_of(index);
    fputs(made.text.data, stdout);
    tml_text_free(&made.text);
    return 0;
}

static int try_one(int index)
{
    random_mechanism made = mechanism_of(index);
    tml_log *log = tml_log_make();
    tml_verification *v = NULL;
    char name[64];
    snprintf(name, sizeof name, "%d, %s", index, random_families[index % FAMILIES].name);
    tml_model *model = tml_model_parse(made.text.data, strlen(made.text.data), name, log);
    const tml_status status = model ? tml_verify(model, NULL, &v, log) : TML_WRONG;
    const int outcome = outcome_of(status, v);
    if (outcome != AGREED && outcome != NOT_COMPARED)
        printf("%s: %s: %s\n", name, outcomes[outcome],
               v                    ? v->outcome
               : tml_log_count(log) ? tml_log_get(log, 0).text
                                    : "");
    fflush(stdout);
    tml_verification_free(v);
    tml_model_free(model);
    tml_log_free(log);
    tml_text_free(&made.text);
    return outcome;
}

static void print_row(const char *name, const int count[OUTCOMES])
{
    int sum = 0;
    printf("%-16s", name);
    for (int i = 0; i < OUTCOMES; i++) {
        printf(" %14d", count[i]);
        sum += count[i];
    }
    printf(" %8d\n", sum);
}

/* Those that cannot be followed at all are left out: they say nothing. */
static int find(int count, int first)
{
    static const int hopeless[] = HOPELESS;
    for (int i = first; i < first + count; i++) {
        bool out = false;
        for (size_t k = 0; k < sizeof hopeless / sizeof *hopeless; k++)
            out |= hopeless[k] == i;
        const int outcome = out ? AGREED : try_one(i);
        if (outcome != AGREED && outcome != NOT_COMPARED)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "find") == 0)
        return find(argc > 2 ? atoi(argv[2]) : 40, argc > 3 ? atoi(argv[3]) : 0);
    if (argc == 3 && strcmp(argv[1], "show") == 0)
        return show(atoi(argv[2]));
    const int count = argc > 1 ? atoi(argv[1]) : 500, first = argc > 2 ? atoi(argv[2]) : 0;
    int found[FAMILIES][OUTCOMES] = {{0}}, all[OUTCOMES] = {0};
    for (int i = first; i < first + count; i++) {
        const int f = i % FAMILIES;
        if (argc > 3 && !strstr(random_families[f].name, argv[3]))
            continue;
        found[f][try_one(i)]++;
    }
    printf("%-16s", "");
    for (int i = 0; i < OUTCOMES; i++)
        printf(" %14s", outcomes[i]);
    printf(" %8s\n", "all");
    for (int f = 0; f < FAMILIES; f++) {
        print_row(random_families[f].name, found[f]);
        for (int i = 0; i < OUTCOMES; i++)
            all[i] += found[f][i];
    }
    print_row("all", all);
    return all[DISAGREED] > 0;
}
