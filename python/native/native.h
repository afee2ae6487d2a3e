/* native.h - what the files of the extension module `trammel._trammel` share: it shows the public header to Python, in its limited API. */
#pragma once
#define PY_SSIZE_T_CLEAN
#include "trammel/trammel.h"
#include <Python.h>
#include <stdbool.h>

/* ---- types, each made by the file of its name ---- */

extern PyTypeObject *native_model_type, *native_results_type, *native_table_type, *native_live_type;
bool native_model_register(PyObject *module);
bool native_results_register(PyObject *module);
bool native_live_register(PyObject *module);

typedef struct {
    PyObject head;
    tml_model *model;
    int users; /* calls that work on it now, with the GIL released: it must not be changed meanwhile */
} native_model;

/* Takes the results over; NULL with an exception: they are freed. */
PyObject *native_results_wrap(tml_results *results);
tml_results *native_results_of(PyObject *object);
/* Makes a type and adds it to the module; NULL with an exception. */
PyTypeObject *native_add_type(PyObject *module, PyType_Spec *spec, const char *name);

PyObject *native_no_new(PyTypeObject *type, PyObject *arguments,
                        PyObject *keywords); /* raises: only the library makes these */

/* sweep(...) of a model (study.c): (status, results or None, messages, exception). */
PyObject *native_sweep(PyObject *self, PyObject *arguments, PyObject *keywords);

/* optimize(...) and fit(...) of a model (search.c): the same. */
PyObject *native_optimize(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *native_fit(PyObject *self, PyObject *arguments, PyObject *keywords);

/* ---- messages.c ---- */

/* [(severity, code, text, file, line, column), ...] and the log is freed. */
PyObject *native_messages(tml_log *log);
/* Calls what the package has registered to raise its exceptions, with status and messages. The log is freed. Always NULL. */
PyObject *native_raise(tml_status status, tml_log *log);
PyObject *native_set_raise(PyObject *module, PyObject *function);
/* Text that was made for the caller, as str; it is freed. None for NULL. */
PyObject *native_take_text(char *text);
/* Names of a list, which must live as long as they are used; NULL with an exception. Freed with PyMem_Free. */
const char **native_names(PyObject *list, size_t *count);

/* ---- call.c ---- */

/* A call into the library with the GIL released. Now and then it is taken again, to hear Ctrl-C and to report progress. */
typedef struct native_call {
    PyObject *progress;        /* progress(analysis, fraction); NULL: none */
    PyThreadState *thread;     /* while the GIL is released */
    struct native_call *outer; /* of the same thread, from whose progress this one was made */
    double next;               /* s: when to look again */
    bool stopped;              /* by Ctrl-C, an exception, or since progress returned something true */
} native_call;

void native_call_begin(native_call *call, PyObject *progress); /* releases the GIL */
void native_call_end(native_call *call);                       /* takes it again; an exception may be set */
int native_call_progress(void *call, const char *analysis, double fraction);
int native_call_fraction(void *call, double fraction);
int native_call_cancelled(void *unused); /* of the call that this thread is in: tml_model_set_cancel */
/* The exception that is set, as an object, or None; afterwards none is set. */
PyObject *native_take_exception(void);
