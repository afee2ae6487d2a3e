"""gallery.py - the gallery: a card for each model of models/, with its picture, its description and its moving reports; and the reports on its page."""
import re

HEADING = re.compile(r"^# (.*)$", re.M)
PICTURE = re.compile(r"^!\[[^\]]*\]\(([^)]*)\)$", re.M)


class Entry:
    def __init__(self, folder):
        self.folder, self.name = folder, folder.name
        self.text = (folder / "README.md").read_text(encoding="utf-8")
        self.title = HEADING.search(self.text)[1]
        picture = PICTURE.search(self.text)
        self.picture = picture[1] if picture else None
        self.models = sorted(folder.glob("*.yaml"))

    def summary(self):
        """The first paragraph of its description, shortened."""
        after = self.text[HEADING.search(self.text).end():]
        for paragraph in re.split(r"\n\s*\n", after):
            if paragraph.strip() and not paragraph.lstrip().startswith(("!", "<", "|", "#", "```")):
                plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
                return plain if len(plain) < 180 else plain[:180].rsplit(" ", 1)[0].rstrip(",;:") + " …"
        return ""

    def links(self, up):
        names = [report_name(model) for model in self.models]
        shown = ["Moving report"] if len(names) == 1 else ["Moving report: %s" % model.stem for model in self.models]
        return ["[%s](%sreports/%s.html){target=_blank}" % (text, up, name) for text, name in zip(shown, names)]

    def page(self):
        """Its README, with the first report in a frame below the picture or the heading."""
        place = PICTURE.search(self.text) or HEADING.search(self.text)
        links = " · ".join(self.links("../../"))
        frame = '<iframe class="report" loading="lazy" title="Moving report" src="../../reports/%s.html"></iframe>' % report_name(self.models[0])
        return self.text[:place.end()] + "\n\n" + links + "\n" + self.text[place.end():].rstrip() + "\n\n## In motion\n\n" + frame + "\n"


def report_name(model):
    """Of a model file: its own name, behind that of its folder where it does not begin with that."""
    folder = model.parent.name
    return model.stem if model.stem.startswith(folder) else "%s-%s" % (folder, model.stem)


def entries(models):
    return [Entry(readme.parent) for readme in sorted(models.glob("*/README.md"))]


def page(listed):
    lines = ["---", "hide: [toc]", "---", "", "# Gallery of models", "",
             "Every mechanism here has a reference solution or a law that it is tested against; its page says which. The moving report of each was made by "
             "`trammel report MODEL.yaml` and is drawn in your browser. In the [workbench](../docs/guide/workbench.md) they are under **Examples**.", "",
             '<div class="gallery" markdown>', ""]
    for entry in listed:
        picture = "[![](%s/%s)](%s/README.md)" % (entry.name, entry.picture, entry.name) if entry.picture else ""
        lines += ['<div class="card" markdown>', "", picture, "", "**[%s](%s/README.md)**" % (entry.title, entry.name), "", entry.summary(), "",
                  " · ".join(entry.links("../")), "", "</div>", ""]
    return "\n".join(lines + ["</div>", ""])
