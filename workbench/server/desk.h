/* desk.h - what a page works with between its questions: the folder of its files, the model it asked about last, and the mechanism that is
 * dragged.
 */
#pragma once
#include "workbench/server/kept_model.h"
#include <pthread.h>

typedef struct {
    const char *folder; /* whose files may be read and written */
    const char *file;   /* the one named when the workbench was started; NULL: none */
} wb_place;

typedef struct {
    const wb_place *place;
    pthread_mutex_t lock; /* of what follows */
    wb_kept_model idle;   /* of the last question that is answered */
    wb_kept_model dragged;
    tml_drag *drag; /* of what is dragged; NULL: none */
    int number;     /* of the drag, from 1 */
} wb_desk;

void wb_desk_make(wb_desk *desk, const wb_place *place);
void wb_desk_free(wb_desk *desk);

/* Takes the model with this key off the desk: nobody else has it. False: it is not there. */
bool wb_desk_take_model(wb_desk *desk, const json_t *key, wb_kept_model *model);
/* Puts a model on the desk for the next question, and empties `model`. */
void wb_desk_keep_model(wb_desk *desk, wb_kept_model *model);
/* A drag takes the place of the one before; its number. The desk owns it and its model from here on. */
int wb_desk_put(wb_desk *desk, wb_kept_model *model, tml_drag *drag);
/* The drag of this number, or NULL; nobody else has it until it is given back, which must follow in both cases. */
tml_drag *wb_desk_take(wb_desk *desk, double number);
void wb_desk_give_back(wb_desk *desk);
void wb_desk_release(wb_desk *desk, double number);
