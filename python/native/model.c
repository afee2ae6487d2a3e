/* model.c - models: read, changed, run, verified. Calls that may take long release the GIL (call.c).
 *
 * What a method gives is a tuple with the status, what was made (or None) and the messages; the package makes exceptions of them.
 */
#include "native.h"
#include <stdlib.h>

PyTypeObject *native_model_type;

static tml_model *model_of(PyObject *self)
{
    return ((native_model *)self)->model;
}

static void model_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    tml_model_free(model_of(self));
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *wrap(tml_model *model)
{
    if (!model)
        Py_RETURN_NONE;
    native_model *object = PyObject_New(native_model, native_model_type);
    if (!object) {
        tml_model_free(model);
        return NULL;
    }
    object->model = model;
    object->users = 0;
    tml_model_set_cancel(model, native_call_cancelled, NULL);
    return (PyObject *)object;
}

static PyObject *read_text(PyObject *type, PyObject *arguments)
{
    (void)type;
    const char *text, *name;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "s#s", &text, &length, &name))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    PyObject *object = wrap(tml_model_parse(text, (size_t)length, name, log));
    return Py_BuildValue("(NN)", object, native_messages(log));
}

static PyObject *set_parameter(PyObject *self, PyObject *arguments)
{
    const char *name, *text;
    if (!PyArg_ParseTuple(arguments, "ss", &name, &text))
        return NULL;
    if (((native_model *)self)->users > 0) {
        PyErr_SetString(PyExc_RuntimeError, "the model is being run by another thread");
        return NULL;
    }
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    const tml_status status = tml_model_set(model_of(self), name, text, log);
    return Py_BuildValue("(iN)", (int)status, native_messages(log));
}

/* ---- analyses ---- */

typedef struct {
    tml_run_options run;
    int error, keep_going, loads, diagrams;
} run_request;

static bool read_request(PyObject *arguments, PyObject *keywords, run_request *r, PyObject **progress)
{
    static char *names[] = {"only",  "progress", "formulation", "integrator", "tolerance", "stiffness", "rows",
                            "error", "refine",   "keep_going",  "loads",      "diagrams",  NULL};
    *progress = Py_None;
    *r = (run_request){.run = {.size = sizeof r->run, .progress = native_call_progress}};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|zOzzdddpdppp", names, &r->run.only, progress,
                                     &r->run.formulation, &r->run.integrator, &r->run.tolerance, &r->run.stiffness,
                                     &r->run.rows, &r->error, &r->run.refine, &r->keep_going, &r->loads, &r->diagrams))
        return false;
    r->run.error = r->error;
    r->run.keep_going = r->keep_going;
    return true;
}

static tml_status compute(const tml_model *model, const run_request *r, tml_results **results, tml_log *log)
{
    tml_status status = tml_run(model, &r->run, results, log);
    if (*results && r->loads && status == TML_OK)
        status = tml_results_add_loads(*results, model, log);
    if (*results && r->diagrams && status == TML_OK)
        status = tml_results_add_diagrams(*results, model, log);
    return status;
}

static PyObject *run(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    run_request request;
    PyObject *progress;
    if (!read_request(arguments, keywords, &request, &progress))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    tml_results *results = NULL;
    native_call call;
    request.run.context = &call;
    ((native_model *)self)->users++;
    native_call_begin(&call, progress);
    const tml_status status = compute(model_of(self), &request, &results, log);
    native_call_end(&call);
    ((native_model *)self)->users--;
    PyObject *exception = native_take_exception();
    return Py_BuildValue("(iNNN)", (int)status, native_results_wrap(results), native_messages(log), exception);
}

static PyObject *verify(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"threads", "end", "thorough", "progress", NULL};
    native_call call;
    tml_verify_options options = {.size = sizeof options, .context = &call, .progress = native_call_fraction};
    PyObject *progress = Py_None;
    int thorough = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|idpO", names, &options.threads, &options.end, &thorough,
                                     &progress))
        return NULL;
    options.thorough = thorough;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    tml_verification *verification = NULL;
    ((native_model *)self)->users++;
    native_call_begin(&call, progress);
    const tml_status status = tml_verify(model_of(self), &options, &verification, log);
    native_call_end(&call);
    ((native_model *)self)->users--;
    PyObject *exception = native_take_exception();
    PyObject *text = native_take_text(verification ? tml_verification_text(verification) : NULL);
    tml_verification_free(verification);
    return Py_BuildValue("(iNNN)", (int)status, text, native_messages(log), exception);
}

/* ---- texts ---- */

typedef tml_status text_maker(const tml_model *model, char **text, tml_log *log);

static PyObject *make_text(PyObject *self, text_maker *make)
{
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    char *text = NULL;
    native_call call;
    ((native_model *)self)->users++;
    native_call_begin(&call, Py_None);
    const tml_status status = make(model_of(self), &text, log);
    native_call_end(&call);
    ((native_model *)self)->users--;
    PyObject *exception = native_take_exception();
    return Py_BuildValue("(iNNN)", (int)status, native_take_text(text), native_messages(log), exception);
}

static tml_status make_check(const tml_model *model, char **text, tml_log *log)
{
    return tml_model_check(model, NULL, text, log);
}

static PyObject *check(PyObject *self, PyObject *unused)
{
    (void)unused;
    return make_text(self, make_check);
}

static PyObject *scene(PyObject *self, PyObject *unused)
{
    (void)unused;
    return make_text(self, tml_scene_text);
}

/* ---- contents ---- */

typedef const char *name_getter(const tml_model *model, size_t index);

static PyObject *name_list(const tml_model *model, size_t count, name_getter *name)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *text = PyUnicode_FromString(name(model, i));
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *bodies(PyObject *self, PyObject *unused)
{
    (void)unused;
    return name_list(model_of(self), tml_model_body_count(model_of(self)), tml_model_body_name);
}

static PyObject *joints(PyObject *self, PyObject *unused)
{
    (void)unused;
    return name_list(model_of(self), tml_model_joint_count(model_of(self)), tml_model_joint_name);
}

static PyObject *is_spatial(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(tml_model_is_spatial(model_of(self)));
}

#define KEYWORDS (METH_VARARGS | METH_KEYWORDS)

static PyMethodDef methods[] = {
    {"parse", read_text, METH_VARARGS | METH_STATIC, "parse(text, name): (model or None, messages)"},
    {"set", set_parameter, METH_VARARGS, "set(parameter, text): (status, messages)"},
    {"run", (PyCFunction)(void (*)(void))run, KEYWORDS, "run(...): (status, results or None, messages, exception)"},
    {"verify", (PyCFunction)(void (*)(void))verify, KEYWORDS, "verify(...): (status, JSON, messages, exception)"},
    {"sweep", (PyCFunction)(void (*)(void))native_sweep, KEYWORDS,
     "sweep(...): (status, results or None, messages, exception)"},
    {"optimize", (PyCFunction)(void (*)(void))native_optimize, KEYWORDS,
     "optimize(...): (status, results or None, messages, exception)"},
    {"fit", (PyCFunction)(void (*)(void))native_fit, KEYWORDS,
     "fit(...): (status, results or None, messages, exception)"},
    {"check", check, METH_NOARGS, "(status, text, messages, exception)"},
    {"scene", scene, METH_NOARGS, "(status, JSON, messages, exception)"},
    {"bodies", bodies, METH_NOARGS, "names, the ground first"},
    {"joints", joints, METH_NOARGS, "names"},
    {"is_spatial", is_spatial, METH_NOARGS, "False: planar"},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, model_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_new, native_no_new},
    {Py_tp_doc, "A model that was read."},
    {0},
};
static PyType_Spec spec = {
    .name = "trammel._trammel.Model", .basicsize = sizeof(native_model), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};

bool native_model_register(PyObject *module)
{
    native_model_type = native_add_type(module, &spec, "Model");
    return native_model_type;
}
