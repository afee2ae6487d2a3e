"""Models: read, built, edited; messages as exceptions."""
import copy
import pickle

import numpy as np
import pytest
import trammel
from conftest import FOURBAR, ROOT
from trammel import document

MODELS = sorted([*ROOT.glob("models/*/*.yaml"), *ROOT.glob("docs/guide/*.yaml")])


def test_version_is_that_of_the_header():
    header = (ROOT / "include/trammel/version.h").read_text()
    numbers = [line.split()[2] for line in header.splitlines() if line.startswith("#define TML_VERSION_")]
    assert trammel.__version__ == ".".join(numbers)


@pytest.mark.parametrize("path", MODELS, ids=lambda p: p.stem)
def test_what_is_written_of_a_model_reads_back_the_same(path):
    data = document.read(path.read_text(), str(path))
    assert document.read(document.Writer(data).text, "again") == data


def test_a_written_model_moves_like_the_file(fourbar):
    written = trammel.Model(document.Writer(dict(fourbar.data)).text)
    assert (written.dynamics()["O.angle"] == trammel.load(FOURBAR).dynamics()["O.angle"]).all()


def test_editing_in_place_changes_the_next_run(fourbar):
    before = fourbar.evaluate(matrices=True).matrices["M"]
    fourbar["bodies"]["crank"]["mass"] = 2
    after = fourbar.evaluate(matrices=True).matrices["M"]
    assert before[0, 0] == 1 and after[0, 0] == 2
    assert (np.delete(before, [0, 1], 0) == np.delete(after, [0, 1], 0)).all()


def test_parameters_are_attributes_and_the_text_stays(fourbar):
    assert fourbar.parameters.torque == 39.75
    fourbar.parameters.torque = 0
    falls = fourbar.dynamics()["O.angle"][-1]
    assert fourbar.text == FOURBAR.read_text() and fourbar.parameters["torque"] == 0
    fourbar.parameters.torque = "39.75"
    assert fourbar.dynamics()["O.angle"][-1] != falls
    assert fourbar.dynamics()["O.angle"][-1] == trammel.load(FOURBAR).dynamics()["O.angle"][-1]


def test_a_parameter_that_does_not_exist_is_refused_with_the_nearest(fourbar):
    with pytest.raises(AttributeError, match="torque"):
        fourbar.parameters.torqe = 4
    with pytest.raises(AttributeError):
        fourbar.parameters.nothing


def test_a_parameter_with_a_wrong_value_is_refused_and_the_old_one_stays(fourbar):
    with pytest.raises(trammel.ModelError):
        fourbar.parameters.torque = "2*nothing"
    assert fourbar.parameters.torque == 39.75
    assert fourbar.dynamics()["O.angle"][-1] == trammel.load(FOURBAR).dynamics()["O.angle"][-1]


def test_errors_of_a_dictionary_name_the_element(fourbar):
    fourbar["bodies"]["crank"]["mass"] = "2 kN"
    with pytest.raises(trammel.ModelError) as caught:
        fourbar.dynamics()
    error = caught.value
    assert (error.code, error.element, error.line) == ("E105", "bodies.crank.mass", None)
    assert isinstance(error, ValueError) and error.hint and len(error.messages) == 1
    assert trammel.explain(error.code).endswith(error.hint)


def test_errors_of_a_text_have_place_and_element():
    text = "trammel: 1\nbodies:\n  rod: {mass: 1, inertia: 1, colour_of: 3}\njoints:\n  A: {revolute: [ground, rood]}\n"
    with pytest.raises(trammel.ModelError) as caught:
        trammel.Model(text, name="bad.yaml").run()
    error = caught.value
    assert error.file == "bad.yaml" and error.line == 3 and error.column == 30
    assert [m.element for m in error.messages if m.severity == "error"] == [
        "bodies.rod.colour_of", "joints.A.revolute[0]", "joints.A.revolute[1]"]
    assert "bad.yaml:3:30" in str(error)


def test_a_file_that_is_missing_or_no_model_is_an_error(tmp_path):
    with pytest.raises(trammel.ModelError, match="nowhere"):
        trammel.load(tmp_path / "nowhere.yaml")
    (tmp_path / "bad.yaml").write_text("a: [1\nb: }")
    with pytest.raises(trammel.ModelError) as caught:
        trammel.load(tmp_path / "bad.yaml")
    assert caught.value.file.endswith("bad.yaml") and caught.value.line


def test_numbers_that_are_not_finite_and_objects_are_refused(fourbar):
    fourbar["bodies"]["crank"]["mass"] = float("nan")
    with pytest.raises(ValueError, match="bodies.crank.mass"):
        fourbar.dynamics()
    fourbar["bodies"]["crank"]["mass"] = object()
    with pytest.raises(TypeError, match="bodies.crank.mass"):
        fourbar.dynamics()


def test_arrays_may_stand_in_a_model(fourbar):
    fourbar["bodies"]["crank"]["com"] = np.array([1.0, 0.0])
    fourbar["bodies"]["crank"]["mass"] = np.float64(1)
    assert (fourbar.dynamics()["O.angle"] == trammel.load(FOURBAR).dynamics()["O.angle"]).all()


def test_copies_are_independent_and_pickles_are_the_same(fourbar):
    fourbar.parameters.torque = 41
    other = copy.copy(fourbar)
    other["bodies"]["crank"]["mass"] = 3
    again = pickle.loads(pickle.dumps(fourbar))
    assert (again.dynamics()["O.angle"] == fourbar.dynamics()["O.angle"]).all()
    assert other.dynamics()["O.angle"][-1] != fourbar.dynamics()["O.angle"][-1]
    assert other.parameters.torque == 41 and not fourbar._data


def test_a_model_is_saved_as_a_file_with_what_was_set(fourbar, tmp_path):
    fourbar.parameters.torque = 41
    angle = fourbar.dynamics()["O.angle"]
    fourbar.save(tmp_path / "m.yaml")
    assert (trammel.load(tmp_path / "m.yaml").dynamics()["O.angle"] == angle).all()


def test_check_tells_degrees_of_freedom(fourbar):
    assert "degrees of freedom" in fourbar.check()


def test_a_robot_is_imported_and_falls(tmp_path):
    """A rod of 1 m and 2 kg, hinged at its end, let go from the horizontal: 3/2 g/l."""
    (tmp_path / "rod.urdf").write_text("""<robot name="rod"><link name="base"/>
      <link name="rod"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
        <inertia ixx="0.001" iyy="0.1666666666666666667" izz="0.1666666666666666667" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>""")
    model = trammel.load(tmp_path / "rod.urdf")
    assert model.evaluate()["hinge.acceleration"][0] == pytest.approx(1.5 * 9.81, rel=1e-13)
    (tmp_path / "bad.urdf").write_text("<robot>")
    with pytest.raises(trammel.ModelError):
        trammel.load(tmp_path / "bad.urdf")


def test_files_that_a_robot_includes_are_found(tmp_path):
    """The same rod as a model of SDFormat in a folder of models, and as MJCF whose body is in another file."""
    (tmp_path / "models" / "rod").mkdir(parents=True)
    (tmp_path / "models" / "rod" / "model.config").write_text("<model><sdf version='1.9'>rod.sdf</sdf></model>")
    (tmp_path / "models" / "rod" / "rod.sdf").write_text("""<sdf version="1.9"><model name="rod"><link name="rod"><inertial>
      <pose>0.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>0.001</ixx><iyy>0.1666666666666666667</iyy><izz>0.1666666666666666667</izz></inertia>
      </inertial></link></model></sdf>""")
    (tmp_path / "world.sdf").write_text("""<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity><include><uri>model://rod</uri></include>
      <joint name="hinge" type="continuous"><parent>world</parent><child>rod::rod</child><axis><xyz>0 1 0</xyz></axis></joint></world></sdf>""")
    model = trammel.load(tmp_path / "world.sdf", models=tmp_path / "models")
    assert model.evaluate()["hinge.acceleration"][0] == pytest.approx(1.5 * 9.81, rel=1e-13)
    (tmp_path / "part.xml").write_text("""<mujoco><body name="rod"><inertial pos="0.5 0 0" mass="2" diaginertia="0.001 0.1666666666666666667 0.1666666666666666667"/>
      <joint name="hinge" axis="0 1 0"/></body></mujoco>""")
    (tmp_path / "rod.xml").write_text('<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>')
    assert trammel.load(tmp_path / "rod.xml").evaluate()["hinge.acceleration"][0] == pytest.approx(1.5 * 9.81, rel=1e-13)
    with pytest.raises(trammel.ModelError, match="cannot be read"):
        (tmp_path / "part.xml").unlink()
        trammel.load(tmp_path / "rod.xml")


def test_native_objects_cannot_be_made_empty():
    for name in ("Model", "Results", "Table"):
        with pytest.raises(TypeError):
            getattr(trammel._trammel, name)()
