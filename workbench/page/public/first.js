/* first.js - what must be known before the first paint: the theme and the sizes of the panels, as they were left. */
(function () {
    var root = document.documentElement;
    function kept(key, preset) {
        try {
            var stored = localStorage.getItem("trammel." + key);
            return stored === null ? preset : JSON.parse(stored);
        } catch (error) {
            return preset;
        }
    }
    var theme = kept("theme", "system");
    var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.setAttribute("data-theme", dark ? "dark" : "light");
    var side = kept("side", null);
    var dock = kept("dock", null);
    if (side && side.size > 0) root.style.setProperty("--side-size", side.size + "px");
    if (dock && dock.size > 0) root.style.setProperty("--dock-size", dock.size + "px");
    if (side && !side.open) root.setAttribute("data-side", "closed");
    if (dock && !dock.open) root.setAttribute("data-dock", "closed");
})();
