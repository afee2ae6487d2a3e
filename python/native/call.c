/* call.c - calls that take long: the GIL is released, Ctrl-C is heard, progress is reported.
 *
 * The library calls back now and then. Every 50 ms the thread takes the GIL again and looks for signals.
 */
#include "native.h"
#include <time.h>

static const double interval = 0.05; /* s */

static _Thread_local native_call *current; /* the innermost call of this thread */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void native_call_begin(native_call *call, PyObject *progress)
{
    *call =
        (native_call){.progress = progress == Py_None ? NULL : progress, .outer = current, .next = now() + interval};
    current = call;
    call->thread = PyEval_SaveThread();
}

void native_call_end(native_call *call)
{
    PyEval_RestoreThread(call->thread);
    current = call->outer;
}

/* Whether the caller wants the work to end. An exception that was raised stays set in this thread. */
static bool ask_python(native_call *call, const char *analysis, double fraction)
{
    if (PyErr_CheckSignals() < 0)
        return true;
    if (!call->progress || !analysis)
        return false;
    PyObject *answer = PyObject_CallFunction(call->progress, "sd", analysis, fraction);
    const int stop = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return stop != 0;
}

static int look(native_call *call, const char *analysis, double fraction)
{
    if (call->stopped || now() < call->next)
        return call->stopped;
    PyEval_RestoreThread(call->thread);
    call->stopped = ask_python(call, analysis, fraction);
    call->thread = PyEval_SaveThread();
    call->next = now() + interval;
    return call->stopped;
}

int native_call_progress(void *call, const char *analysis, double fraction)
{
    return look(call, analysis, fraction);
}

int native_call_fraction(void *call, double fraction)
{
    return look(call, "verify", fraction);
}

int native_call_cancelled(void *unused)
{
    (void)unused;
    return current ? look(current, NULL, 0) : 0; /* threads of the library's own are in no call of ours */
}

PyObject *native_take_exception(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (!type)
        Py_RETURN_NONE;
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback && value)
        PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
}
