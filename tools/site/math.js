// math.js - formulas, which the pages hold as \(…\) and \[…\] in elements of the class arithmatex, drawn by KaTeX.
document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll(".arithmatex")) {
    const display = element.textContent.startsWith("\\[");
    katex.render(element.textContent.replace(/^\\[([]|\\[)\]]$/g, ""), element, { displayMode: display, throwOnError: false });
  }
});
