/* near_models.c - a list of copies of a study's model, each made when it is first asked for, with the values that it is to have. */
#include "study/near_models.h"
#include "model/preparation.h"

typedef struct {
    tml_model *model;
    double *given; /* (parameters of the model) where the model finds them */
} near_model;

struct tml_near_models {
    const tml_study *study;
    near_model *list;
    int count;
};

tml_near_models *tml_near_models_make(const tml_study *study)
{
    tml_near_models *all = tml_allocate(sizeof *all);
    if (all)
        *all = (tml_near_models){.study = study};
    return all;
}

void tml_near_models_free(tml_near_models *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->count; i++) {
        tml_model_free(all->list[i].model);
        tml_release(all->list[i].given);
    }
    tml_release(all->list);
    tml_release(all);
}

/* Empty places up to a number; false: no memory. */
static bool grow(tml_near_models *all, int count)
{
    if (count <= all->count)
        return true;
    near_model *list = tml_allocate((size_t)count * sizeof *list);
    if (!list)
        return false;
    for (int i = 0; i < count; i++)
        list[i] = i < all->count ? all->list[i] : (near_model){0};
    tml_release(all->list);
    all->list = list;
    all->count = count;
    return true;
}

static bool make(const tml_study *study, near_model *one)
{
    tml_log unheard = {.quiet = true};
    one->model = tml_study_variant(study, &unheard);
    tml_log_clear(&unheard);
    one->given = one->model ? tml_allocate((size_t)(one->model->parameter_count + 1) * sizeof(double)) : NULL;
    if (!one->given) {
        tml_model_free(one->model);
        one->model = NULL;
        return false;
    }
    one->model->changes = study->varies;
    one->model->values = one->given;
    tml_preparations_forget(one->model->prepared); /* made when it was read */
    return true;
}

tml_model *tml_near_model(tml_near_models *all, int number, const double *values, int moved, double by)
{
    const tml_variation *v = all->study->variation;
    if (!grow(all, number + 1) || (!all->list[number].model && !make(all->study, &all->list[number])))
        return NULL;
    near_model *one = &all->list[number];
    for (int i = 0; i < tml_variation_count(v); i++)
        one->given[tml_variation_parameter(v, i)] = values[i] + (i == moved ? by : 0);
    tml_preparations_renew(one->model->prepared);
    return one->model;
}

void tml_near_models_count(const tml_near_models *all, uint64_t *resolved, uint64_t *compiled)
{
    for (int i = 0; i < all->count; i++)
        if (all->list[i].model) {
            *resolved += (uint64_t)all->list[i].model->prepared->resolutions;
            *compiled += (uint64_t)all->list[i].model->prepared->compilations;
        }
}

const tml_study *tml_near_models_study(const tml_near_models *all)
{
    return all->study;
}
