/* live.c - live motions: one step a call, and as little around it as Python allows.
 *
 * step(u) reads the inputs, releases the GIL for the step, and returns the outputs that were chosen, if any, as a new array. Outputs that
 * are all numbers of the state cost no evaluation of the equations.
 */
#include "native.h"
#include <stdlib.h>
#include <string.h>

PyTypeObject *native_live_type;

typedef struct {
    PyObject head;
    PyObject *model; /* native_model: never changed while it is used here */
    tml_live *live;
    size_t input_count, output_count, state_count;
    long *inputs, *outputs; /* (input_count), (output_count): of the live motion */
    double *values;         /* (input_count) read from an argument, all of them before any is set */
    double *numbers;        /* (output_count) */
    double *state;          /* (state_count) */
    bool from_state;        /* outputs are numbers of the state, at these indices */
    bool busy;              /* a thread steps it, with the GIL released */
    PyObject *to_array;     /* numpy.frombuffer */
} live_object;

static live_object *live_of(PyObject *self)
{
    return (live_object *)self;
}

static void live_dealloc(PyObject *self)
{
    live_object *o = live_of(self);
    PyTypeObject *type = Py_TYPE(self);
    tml_live_free(o->live);
    PyMem_Free(o->inputs);
    PyMem_Free(o->outputs);
    PyMem_Free(o->values);
    PyMem_Free(o->numbers);
    PyMem_Free(o->state);
    if (o->model)
        ((native_model *)o->model)->users--;
    Py_XDECREF(o->model);
    Py_XDECREF(o->to_array);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- making one ---- */

static bool find_outputs(live_object *o, const char *const *names)
{
    o->from_state = o->output_count > 0;
    for (size_t i = 0; i < o->output_count; i++) {
        o->outputs[i] = tml_live_channel(o->live, names[i]);
        if (o->outputs[i] < 0) {
            PyErr_Format(PyExc_KeyError, "no channel has the name \"%s\"", names[i]);
            return false;
        }
    }
    for (size_t i = 0; i < o->output_count; i++) {
        size_t s = 0;
        while (s < o->state_count && tml_live_state_channel(o->live, s) != o->outputs[i])
            s++;
        o->from_state = o->from_state && s < o->state_count;
    }
    for (size_t i = 0; o->from_state && i < o->output_count; i++)
        for (size_t s = 0; s < o->state_count; s++)
            if (tml_live_state_channel(o->live, s) == o->outputs[i]) {
                o->outputs[i] = (long)s;
                break;
            }
    return true;
}

static bool allocate(live_object *o)
{
    o->inputs = PyMem_Malloc((o->input_count + 1) * sizeof *o->inputs);
    o->outputs = PyMem_Malloc((o->output_count + 1) * sizeof *o->outputs);
    o->values = PyMem_Malloc((o->input_count + 1) * sizeof *o->values);
    o->numbers = PyMem_Malloc((o->output_count + 1) * sizeof *o->numbers);
    o->state = PyMem_Malloc((o->state_count + 1) * sizeof *o->state);
    if (o->inputs && o->outputs && o->values && o->numbers && o->state)
        return true;
    PyErr_NoMemory();
    return false;
}

static bool begin(live_object *o, const tml_live_options *options, const char *const *outputs)
{
    tml_log *log = tml_log_make();
    if (!log) {
        PyErr_NoMemory();
        return false;
    }
    native_call call;
    native_call_begin(&call, Py_None);
    const tml_status status = tml_live_make(((native_model *)o->model)->model, options, &o->live, log);
    native_call_end(&call);
    if (PyErr_Occurred()) {
        tml_log_free(log);
        return false;
    }
    if (status != TML_OK) {
        native_raise(status, log);
        return false;
    }
    tml_log_free(log);
    o->state_count = tml_live_state_count(o->live);
    if (!allocate(o))
        return false;
    for (size_t i = 0; i < o->input_count; i++)
        o->inputs[i] = tml_live_input(o->live, options->inputs[i]);
    return find_outputs(o, outputs);
}

static PyObject *live_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"native",    "step",  "inputs",        "outputs",  "formulation",
                            "tolerance", "fixed", "internal_step", "to_array", NULL};
    int fixed = 0;
    PyObject *model, *inputs, *outputs, *to_array;
    tml_live_options options = {.size = sizeof options};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!dO!O!zdpdO", names, native_model_type, &model,
                                     &options.step, &PyList_Type, &inputs, &PyList_Type, &outputs, &options.formulation,
                                     &options.tolerance, &fixed, &options.internal_step, &to_array))
        return NULL;
    options.fixed = fixed != 0;
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    live_object *o = (live_object *)make(type, 0);
    if (!o)
        return NULL;
    o->model = model, o->to_array = to_array;
    Py_INCREF(model);
    Py_INCREF(to_array);
    ((native_model *)model)->users++;
    const char **input_names = native_names(inputs, &o->input_count);
    const char **output_names = input_names ? native_names(outputs, &o->output_count) : NULL;
    options.inputs = input_names;
    options.input_count = o->input_count;
    const bool good = output_names && begin(o, &options, output_names);
    PyMem_Free((void *)input_names);
    PyMem_Free((void *)output_names);
    if (!good)
        Py_CLEAR(o);
    return (PyObject *)o;
}

/* ---- steps ---- */

static bool is_free(const live_object *o)
{
    if (o->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread uses this simulator; make a copy for each thread");
    return !o->busy;
}

static bool wrong_count(const live_object *o, Py_ssize_t count)
{
    PyErr_Format(PyExc_ValueError, "%zd values for %zu inputs", count, o->input_count);
    return false;
}

static bool read_sequence(live_object *o, PyObject *u, Py_ssize_t count)
{
    if (count != (Py_ssize_t)o->input_count)
        return wrong_count(o, count);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(u, i);
        o->values[i] = item ? PyFloat_AsDouble(item) : -1;
        Py_XDECREF(item);
        if (o->values[i] == -1 && PyErr_Occurred())
            return false;
    }
    return true;
}

/* A number, or a sequence or array with one for each input. */
static bool read_inputs(live_object *o, PyObject *u)
{
    if (!PyFloat_Check(u) && PySequence_Check(u)) {
        const Py_ssize_t count = PySequence_Size(u);
        if (count >= 0)
            return read_sequence(o, u, count);
        PyErr_Clear(); /* an array of no dimensions is a number */
    }
    const double value = PyFloat_AsDouble(u);
    if (value == -1 && PyErr_Occurred())
        return false;
    if (o->input_count != 1)
        return wrong_count(o, 1);
    o->values[0] = value;
    return true;
}

static PyObject *read_outputs(live_object *o)
{
    if (o->from_state)
        tml_live_state_get(o->live, o->state);
    for (size_t i = 0; i < o->output_count; i++)
        o->numbers[i] = o->from_state ? o->state[o->outputs[i]] : tml_live_value(o->live, o->outputs[i]);
    PyObject *bytes =
        PyByteArray_FromStringAndSize((const char *)o->numbers, (Py_ssize_t)(o->output_count * sizeof(double)));
    PyObject *array = bytes ? PyObject_CallFunctionObjArgs(o->to_array, bytes, NULL) : NULL;
    Py_XDECREF(bytes);
    return array;
}

static PyObject *explain(live_object *o, tml_status status)
{
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    tml_live_explain(o->live, log);
    return native_raise(status, log);
}

static tml_status take_steps(live_object *o, Py_ssize_t count)
{
    tml_status status = TML_OK;
    o->busy = true;
    if (count == 1) {
        PyThreadState *thread = PyEval_SaveThread();
        status = tml_live_step(o->live);
        PyEval_RestoreThread(thread);
    } else {
        native_call call;
        native_call_begin(&call, Py_None);
        for (Py_ssize_t i = 0; i < count && status == TML_OK; i++) {
            if (i % 64 == 0 && native_call_cancelled(NULL)) /* it reads the clock */
                break;
            status = tml_live_step(o->live);
        }
        native_call_end(&call);
    }
    o->busy = false;
    return status;
}

static PyObject *step(PyObject *self, PyObject *arguments)
{
    live_object *o = live_of(self);
    const Py_ssize_t given = PyTuple_Size(arguments);
    if (given > 2) {
        PyErr_SetString(PyExc_TypeError, "step(u=None, count=1)");
        return NULL;
    }
    const Py_ssize_t count = given == 2 ? PyLong_AsSsize_t(PyTuple_GetItem(arguments, 1)) : 1;
    if ((count == -1 && PyErr_Occurred()) || !is_free(o))
        return NULL;
    PyObject *u = given ? PyTuple_GetItem(arguments, 0) : Py_None;
    if (tml_live_stopped(o->live))
        return PyErr_Format(PyExc_RuntimeError,
                            "event %s has ended the motion: reset the simulator, or put it into another state",
                            tml_live_stopped(o->live));
    if (u != Py_None) {
        if (!read_inputs(o, u))
            return NULL;
        for (size_t i = 0; i < o->input_count; i++)
            tml_live_set(o->live, o->inputs[i], o->values[i]);
    }
    const tml_status status = take_steps(o, count);
    if (PyErr_Occurred())
        return NULL;
    if (status != TML_OK && !tml_live_stopped(o->live))
        return explain(o, status);
    if (o->output_count)
        return read_outputs(o);
    Py_RETURN_NONE;
}

static PyObject *outputs(PyObject *self, PyObject *unused)
{
    (void)unused;
    return is_free(live_of(self)) ? read_outputs(live_of(self)) : NULL;
}

static PyObject *rewind_motion(PyObject *self, PyObject *unused)
{
    (void)unused;
    if (!is_free(live_of(self)))
        return NULL;
    tml_live_reset(live_of(self)->live);
    Py_RETURN_NONE;
}

/* ---- channels, state, snapshots ---- */

static PyObject *value(PyObject *self, PyObject *name)
{
    const char *text;
    if (!is_free(live_of(self)) || !PyArg_Parse(name, "s", &text))
        return NULL;
    const long channel = tml_live_channel(live_of(self)->live, text);
    if (channel < 0)
        return PyErr_Format(PyExc_KeyError, "no channel has the name \"%s\"", text);
    return PyFloat_FromDouble(tml_live_value(live_of(self)->live, channel));
}

/* [(name, unit), ...] */
static PyObject *channels(PyObject *self, PyObject *unused)
{
    (void)unused;
    const tml_table *table = tml_live_channels(live_of(self)->live);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_table_columns(table); i++) {
        PyObject *item = Py_BuildValue("(ss)", tml_table_name(table, i), tml_table_unit(table, i));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *state_names(PyObject *self, PyObject *unused)
{
    (void)unused;
    const tml_live *live = live_of(self)->live;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_live_state_count(live); i++) {
        PyObject *name =
            PyUnicode_FromString(tml_table_name(tml_live_channels(live), (size_t)tml_live_state_channel(live, i)));
        if (!name || PyList_Append(list, name) < 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *state_bytes(PyObject *self, PyObject *unused)
{
    (void)unused;
    live_object *o = live_of(self);
    if (!is_free(o))
        return NULL;
    tml_live_state_get(o->live, o->state);
    return PyByteArray_FromStringAndSize((const char *)o->state, (Py_ssize_t)(o->state_count * sizeof(double)));
}

/* put_state(t, bytes of doubles) */
static PyObject *put_state(PyObject *self, PyObject *arguments)
{
    live_object *o = live_of(self);
    double t;
    const char *bytes;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "dy#", &t, &bytes, &length) || !is_free(o))
        return NULL;
    if ((size_t)length != o->state_count * sizeof(double))
        return PyErr_Format(PyExc_ValueError, "%zd numbers for a state of %zu", length / (Py_ssize_t)sizeof(double),
                            o->state_count);
    memcpy(o->state, bytes, (size_t)length);
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    const tml_status status = tml_live_state_set(o->live, t, o->state, log);
    if (status != TML_OK)
        return native_raise(status, log);
    tml_log_free(log);
    Py_RETURN_NONE;
}

static PyObject *snapshot(PyObject *self, PyObject *unused)
{
    (void)unused;
    live_object *o = live_of(self);
    if (!is_free(o))
        return NULL;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)tml_live_snapshot_size(o->live));
    if (bytes)
        tml_live_snapshot_take(o->live, PyBytes_AsString(bytes));
    return bytes;
}

static PyObject *restore(PyObject *self, PyObject *arguments)
{
    live_object *o = live_of(self);
    const char *bytes;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "y#", &bytes, &length) || !is_free(o))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    const tml_status status = tml_live_snapshot_restore(o->live, bytes, (size_t)length, log);
    if (status != TML_OK)
        return native_raise(status, log);
    tml_log_free(log);
    Py_RETURN_NONE;
}

static PyObject *get_time(PyObject *self, void *unused)
{
    (void)unused;
    return PyFloat_FromDouble(tml_live_time(live_of(self)->live));
}

static PyObject *get_stopped(PyObject *self, void *unused)
{
    (void)unused;
    return Py_BuildValue("z", tml_live_stopped(live_of(self)->live));
}

static PyObject *get_internal_step(PyObject *self, void *unused)
{
    (void)unused;
    return PyFloat_FromDouble(tml_live_internal_step(live_of(self)->live));
}

static PyObject *get_step_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyFloat_FromDouble(tml_live_step_size(live_of(self)->live));
}

static PyMethodDef methods[] = {
    {"step", step, METH_VARARGS,
     "step($self, u=None, count=1, /)\n--\n\nSet the inputs (a number, or one for each input) and advance by `count` "
     "steps.\n\n"
     "Returns the outputs that were chosen as a new array, or None where none were. Without `u` inputs stay as they "
     "are."},
    {"_outputs", outputs, METH_NOARGS, "outputs that were chosen, now"},
    {"_reset", rewind_motion, METH_NOARGS, "back to the start"},
    {"value", value, METH_O,
     "value($self, channel, /)\n--\n\nThe present value of a channel, as reactions or accelerations."},
    {"_channels", channels, METH_NOARGS, "[(name, unit), ...]"},
    {"_state_names", state_names, METH_NOARGS, "names of the numbers of the state"},
    {"_state", state_bytes, METH_NOARGS, "the state as a bytearray of doubles"},
    {"_put_state", put_state, METH_VARARGS, "put_state(t, bytes)"},
    {"snapshot", snapshot, METH_NOARGS,
     "snapshot($self, /)\n--\n\nAll that the future depends on, as bytes: `restore` goes on from there with the same "
     "bits."},
    {"restore", restore, METH_VARARGS, "restore($self, snapshot, /)\n--\n\nPut back what `snapshot` gave."},
    {0},
};
static PyGetSetDef fields[] = {
    {"time", get_time, NULL, "The present time, s.", NULL},
    {"step_size", get_step_size, NULL, "The size of a step, s.", NULL},
    {"internal_step", get_internal_step, NULL,
     "The longest internal step, s, where these are fixed; 0: by the tolerance.", NULL},
    {"stopped", get_stopped, NULL, "The event that has ended the motion, or None.", NULL},
    {0},
};
static PyType_Slot slots[] = {
    {Py_tp_new, live_new},
    {Py_tp_dealloc, live_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, fields},
    {Py_tp_doc, "A motion that its caller advances."},
    {0},
};
static PyType_Spec spec = {.name = "trammel._trammel.Live",
                           .basicsize = sizeof(live_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           .slots = slots};

bool native_live_register(PyObject *module)
{
    native_live_type = native_add_type(module, &spec, "Live");
    return native_live_type;
}
