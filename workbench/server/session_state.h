/* session_state.h - what a session keeps between requests: the folder of its files, the model of the last request, the points of
 * the last study, the mechanism that is being dragged.
 */
#pragma once
#include "workbench/server/kept_model.h"
#include "workbench/server/kept_study.h"
#include <pthread.h>

typedef struct {
    const char *folder; /* whose files may be read and written */
    const char *file;   /* the one named when the workbench was started; NULL: none */
    bool lists;         /* a folder was named instead: its files are to be listed */
} wb_place;

typedef struct {
    const wb_place *place;
    pthread_mutex_t lock; /* of what follows */
    wb_kept_model idle;   /* of the last request that was answered */
    wb_kept_study study;  /* that was computed last */
    wb_kept_model dragged;
    tml_drag *drag; /* of what is dragged; NULL: none */
    int number;     /* of the drag, from 1 */
} wb_session_state;

void wb_session_state_make(wb_session_state *state, const wb_place *place);
void wb_session_state_free(wb_session_state *state);

/* Takes the model with this key out of the state: nobody else has it then. False: it is not there. */
bool wb_session_state_take_model(wb_session_state *state, const json_t *key, wb_kept_model *model);
/* Keeps a model for the next request, and empties `model`. */
void wb_session_state_keep_model(wb_session_state *state, wb_kept_model *model);
/* Takes the study with this digest out of the state; false: it is not there. */
bool wb_session_state_take_study(wb_session_state *state, const char *digest, wb_kept_study *study);
/* Keeps a study, and empties `study`; one without rows is freed. */
void wb_session_state_keep_study(wb_session_state *state, wb_kept_study *study);
/* A drag takes the place of the one before; its number. The session owns it and its model from here on. */
int wb_session_state_put_drag(wb_session_state *state, wb_kept_model *model, tml_drag *drag);
/* The drag of this number, or NULL; nobody else has it until it is given back, which must follow in both cases. */
tml_drag *wb_session_state_take_drag(wb_session_state *state, double number);
void wb_session_state_give_back_drag(wb_session_state *state);
void wb_session_state_release_drag(wb_session_state *state, double number);
