"""slim.py - a plot by Matplotlib without what cannot be seen: coordinates to 0.1 pt, letters as text, each style once."""
import re

NUMBER = re.compile(r"-?\d+\.\d+")
COORDINATES = re.compile(r'\b(d|x|y|transform|width|height)="([^"]*)"')
LETTERS = re.compile(r'<!-- ([^\n]*?) -->\s*<g transform="(translate[^"]*?) scale\((\S+) \S+\)"[^>]*>.*?</g>', re.S)
POWER = re.compile(r"\$\\mathdefault\{(\d+)\^\{(-?\d+)\}\}\$")
SYMBOLS = re.compile(r'<g([^>]*)>\n((?:<use [^>]*style="[^"]*"/>\n)+)</g>')


def rounded(match):
    value = float(match[0])
    return f"{value:.{2 if abs(value) < 10 else 1}f}".rstrip("0").rstrip(".")  # symbols are small


def written(match):
    """A text, drawn by Matplotlib letter by letter."""
    text, place, size = match[1], match[2], 100 * float(match[3])
    text = POWER.sub(lambda m: f'{m[1]}<tspan dy="-{0.38 * size:.2f}" font-size="{0.7 * size:g}">{m[2].replace("-", "−")}</tspan>', text)
    return f'<text transform="{place}" font-size="{size:g}">{text}</text>'


def shortened(match):
    name, value = match[1], NUMBER.sub(rounded, match[2])
    if name == "d":
        value = re.sub(r"\s*([MLQCz])\s*", r"\1", value).strip()
    return f'{name}="{value}"'


def styled_once(match):
    """The style of symbols that are drawn alike goes to their group."""
    styles = set(re.findall(r'style="([^"]*)"', match[2]))
    if len(styles) > 1:
        return match[0]
    return f'<g{match[1]} style="{styles.pop()}">\n' + re.sub(r' style="[^"]*"', "", match[2]) + "</g>"


def slim(svg):
    svg = re.sub(r"<!DOCTYPE.*?>|<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = LETTERS.sub(written, svg)
    svg = COORDINATES.sub(shortened, svg)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg).replace("xlink:href", "href")
    for i, name in enumerate(dict.fromkeys(re.findall(r'id="([mp][0-9a-f]{10})"', svg))):
        svg = svg.replace(name, f"{name[0]}{i}")
    svg = svg.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)
    svg = svg.replace('version="1.1"', 'font-family="DejaVu Sans, Verdana, sans-serif"', 1)
    svg = re.sub(r'style="[^"]*"', lambda style: style[0].replace(": ", ":").replace("; ", ";"), svg)
    svg = re.sub(r"\n\s*", "\n", svg)
    svg = SYMBOLS.sub(styled_once, svg)
    return re.sub(r"<g>\n(<[^/g][^\n]*>\n)</g>\n", r"\1", svg)
