/* session_state.c - what a session keeps between requests. */
#include "workbench/server/session_state.h"
#include <string.h>

void wb_session_state_make(wb_session_state *state, const wb_place *place)
{
    *state = (wb_session_state){.place = place};
    pthread_mutex_init(&state->lock, NULL);
}

/* The newest stays. */
static void keep(wb_session_state *state, wb_kept_model *model)
{
    if (model->model && model->key) {
        wb_kept_model_free(&state->idle);
        state->idle = *model;
        *model = (wb_kept_model){0};
    }
    wb_kept_model_free(model);
}

static void release_dragged(wb_session_state *state)
{
    tml_drag_free(state->drag); /* before the model that it reads */
    state->drag = NULL;
    keep(state, &state->dragged);
}

void wb_session_state_free(wb_session_state *state)
{
    release_dragged(state);
    wb_kept_model_free(&state->idle);
    wb_kept_study_free(&state->study);
    pthread_mutex_destroy(&state->lock);
}

bool wb_session_state_take_model(wb_session_state *state, const json_t *key, wb_kept_model *model)
{
    pthread_mutex_lock(&state->lock);
    const bool there = key && state->idle.model && json_equal(key, state->idle.key);
    if (there) {
        *model = state->idle;
        state->idle = (wb_kept_model){0};
    }
    pthread_mutex_unlock(&state->lock);
    return there;
}

void wb_session_state_keep_model(wb_session_state *state, wb_kept_model *model)
{
    pthread_mutex_lock(&state->lock);
    keep(state, model);
    pthread_mutex_unlock(&state->lock);
}

bool wb_session_state_take_study(wb_session_state *state, const char *digest, wb_kept_study *study)
{
    pthread_mutex_lock(&state->lock);
    const bool there = state->study.rows && strcmp(tml_study_digest(state->study.study), digest) == 0;
    if (there) {
        *study = state->study;
        state->study = (wb_kept_study){0};
    }
    pthread_mutex_unlock(&state->lock);
    return there;
}

void wb_session_state_keep_study(wb_session_state *state, wb_kept_study *study)
{
    pthread_mutex_lock(&state->lock);
    if (study->rows) {
        wb_kept_study_free(&state->study);
        state->study = *study;
        *study = (wb_kept_study){0};
    }
    pthread_mutex_unlock(&state->lock);
    wb_kept_study_free(study);
}

int wb_session_state_put_drag(wb_session_state *state, wb_kept_model *model, tml_drag *drag)
{
    pthread_mutex_lock(&state->lock);
    release_dragged(state);
    state->dragged = *model;
    *model = (wb_kept_model){0};
    state->drag = drag;
    const int number = ++state->number;
    pthread_mutex_unlock(&state->lock);
    return number;
}

tml_drag *wb_session_state_take_drag(wb_session_state *state, double number)
{
    pthread_mutex_lock(&state->lock);
    return number == state->number ? state->drag : NULL;
}

void wb_session_state_give_back_drag(wb_session_state *state)
{
    pthread_mutex_unlock(&state->lock);
}

void wb_session_state_release_drag(wb_session_state *state, double number)
{
    pthread_mutex_lock(&state->lock);
    if (number == state->number)
        release_dragged(state);
    pthread_mutex_unlock(&state->lock);
}
