/* module.c - the extension module `trammel._trammel`: what of the public header is no method of an object. */
#include "native.h"
#include <stdlib.h>

static PyObject *version(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyUnicode_FromString(tml_version());
}

static PyObject *describe(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return native_take_text(tml_describe_text());
}

/* document(text, name): (status, JSON, messages) */
static PyObject *document(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text, *name;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "s#s", &text, &length, &name))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    char *json = NULL;
    const tml_status status = tml_model_document(text, (size_t)length, name, &json, log);
    return Py_BuildValue("(iNN)", (int)status, native_take_text(json), native_messages(log));
}

/* import_text(text, name, folder, models or None, floating, keep_fixed, mend_inertia, hold_massless): (status, model file, messages) */
static PyObject *import_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *text, *name;
    Py_ssize_t length;
    const char *folder, *models;
    int floating, keep_fixed, mend_inertia, hold_massless;
    if (!PyArg_ParseTuple(arguments, "s#sszpppp", &text, &length, &name, &folder, &models, &floating, &keep_fixed,
                          &mend_inertia, &hold_massless))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    const tml_import_options options = {.size = sizeof options,
                                        .floating = floating != 0,
                                        .keep_fixed = keep_fixed != 0,
                                        .folder = folder,
                                        .models = models,
                                        .mend_inertia = mend_inertia != 0,
                                        .hold_massless = hold_massless != 0};
    char *model = NULL;
    const tml_status status = tml_import(text, (size_t)length, name, &options, &model, log);
    return Py_BuildValue("(iNN)", (int)status, native_take_text(model), native_messages(log));
}

/* read_text(path): (text or None, messages) */
static PyObject *read_text(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *path;
    if (!PyArg_ParseTuple(arguments, "s", &path))
        return NULL;
    tml_log *log = tml_log_make();
    if (!log)
        return PyErr_NoMemory();
    size_t length = 0;
    char *text = tml_file_read_model(path, &length, log);
    PyObject *object = text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape") : NULL;
    if (!text)
        object = Py_None, Py_INCREF(object);
    free(text);
    return Py_BuildValue("(NN)", object, native_messages(log));
}

/* explain(code): (title, text), or None where there is no such code */
static PyObject *explain(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *code;
    if (!PyArg_ParseTuple(arguments, "s", &code))
        return NULL;
    bool exact = false;
    const long index = tml_explanation_find(code, &exact);
    if (index < 0 || !exact)
        Py_RETURN_NONE;
    const tml_explanation e = tml_explanation_get((size_t)index);
    return Py_BuildValue("(ss)", e.title, e.text);
}

/* [(name, doc), ...] */
static PyObject *analyses(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tml_registry_count(TML_ANALYSES); i++) {
        PyObject *item = Py_BuildValue("(ss)", tml_registry_name(TML_ANALYSES, i), tml_registry_doc(TML_ANALYSES, i));
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, "of the library"},
    {"describe", describe, METH_NOARGS, "all kinds, fields, units and channels, as JSON"},
    {"document", document, METH_VARARGS, "document(text, name): (status, JSON, messages)"},
    {"import_text", import_text, METH_VARARGS,
     "import_text(text, name, floating, keep_fixed): (status, text, messages)"},
    {"read_text", read_text, METH_VARARGS, "read_text(path): (text or None, messages)"},
    {"explain", explain, METH_VARARGS, "explain(code): (title, text) or None"},
    {"analyses", analyses, METH_NOARGS, "[(name, doc), ...]"},
    {"set_raise", native_set_raise, METH_O, "what raises exceptions: raise(status, messages)"},
    {0},
};

PyTypeObject *native_add_type(PyObject *module, PyType_Spec *spec, const char *name)
{
    PyObject *type = PyType_FromSpec(spec);
    if (!type)
        return NULL;
    Py_INCREF(type); /* one for the module, one for us */
    if (PyModule_AddObject(module, name, type) < 0) {
        Py_DECREF(type);
        Py_DECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}

PyObject *native_no_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)type, (void)arguments, (void)keywords;
    PyErr_SetString(PyExc_TypeError, "objects of this type are made by the library only");
    return NULL;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "trammel._trammel",
                                        .m_doc = "The public header of Trammel.", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit__trammel(void);
PyMODINIT_FUNC PyInit__trammel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && native_model_register(module) && native_results_register(module) && native_live_register(module))
        return module;
    Py_XDECREF(module);
    return NULL;
}
