/* report.config.ts - the templates of reports: one file each that needs nothing else, not even a network.
 *
 * Script and style stand in the file. Its policy lets only this very script run (by its hash) and forbids every request, so that a
 * report is safe to open whatever model it holds. Reports of planar mechanisms do without three.js, and have a template of their own.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type Rollup } from "vite";

/* What a report does without, and what stands in its place. */
const NO_EDITING = {
  "/src/space/point_drag.ts": "export const draggablePoint = () => null; export class PointDrag {}",
  "/src/space/drawing_tools.tsx":
    "export const placeUnder = undefined; export const toolPointer = () => ({ placing: () => false, hover() {}, leave() {} }); export const watchTools = () => () => {};",
  "/src/space/plane_bar.tsx": "export const PlaneBar = () => null;",
  "/src/space/dimension_sheet.ts": "export const watchDimensions = () => () => {};",
  "/src/space/gizmo_view.tsx": "export const watchGizmo = () => () => {};",
  "/src/space/gizmo_bar.tsx": "export const GizmoBar = () => null;",
  "/src/drawing/new_painter.ts": "export const newPainter = () => null;",
};
const NO_SPACE = { "/src/space/space_view.tsx": "export const SpaceView = null;" };
const UNWANTED = /\/src\/engine\/server|\/src\/state\/document|\/@codemirror\//; // a report is not edited, and asks nobody

function without(stands: Record<string, string>): Plugin {
  return {
    name: "without",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const key = Object.keys(stands).find((one) => found?.id.endsWith(one));
      return key ? "\0" + key : null;
    },
    load: (id) => (id.startsWith("\0") ? (stands[id.slice(1)] ?? null) : null),
  };
}

async function bundle(root: string, leave: Plugin): Promise<{ script: string; style: string }> {
  const built = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    plugins: [leave],
    build: {
      write: false,
      target: "es2022",
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Infinity,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: join(root, "src/report/main.tsx"),
        output: { format: "iife", inlineDynamicImports: true },
      },
    },
  })) as Rollup.RollupOutput;
  const unwanted = built.output[0].moduleIds.filter((id) => UNWANTED.test(id));
  if (unwanted.length > 0) throw new Error(`A report has no use for ${unwanted.join(", ")}`);
  const styles = built.output.filter((one) => one.type === "asset" && one.fileName.endsWith(".css"));
  const style = styles.map((one) => (one.type === "asset" ? String(one.source) : "")).join("");
  const script = built.output[0].code.trim();
  if (built.output.length > 1 + styles.length) throw new Error("A report must be one script and one style sheet.");
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new Error("A report would end too early.");
  return { script, style };
}

function page(script: string, style: string, icon: string): string {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en" data-theme="light" data-keeps="no">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Trammel">
<title>Trammel report</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}">
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This report needs JavaScript to draw. The model and its results stand in the source of this file.</noscript></div>
<script type="application/json" id="data"></script>
<script>${script}</script>
</body>
</html>
`;
}

/* Puts report/plane.html and report/space.html beside the page. */
export function reports(): Plugin {
  let root = "";
  let out = "";
  return {
    name: "reports",
    apply: "build",
    configResolved(config) {
      root = config.root;
      out = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const icon = readFileSync(join(root, "public/mark.svg"), "utf8");
      mkdirSync(join(out, "report"), { recursive: true });
      for (const [name, absent] of Object.entries({ plane: { ...NO_EDITING, ...NO_SPACE }, space: NO_EDITING })) {
        const { script, style } = await bundle(root, without(absent));
        writeFileSync(join(out, "report", `${name}.html`), page(script, style, icon));
      }
    },
  };
}
