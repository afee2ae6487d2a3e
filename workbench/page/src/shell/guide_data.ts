/* guide_data.ts - the pages of the guide, their models and pictures; a file of its own, so that it is fetched when somebody reads. */
const pages = import.meta.glob<string>(["../../../../docs/guide/*.md", "../../../../docs/glossary.md"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const models = import.meta.glob<string>("../../../../docs/guide/*.yaml", {
  query: "?raw",
  import: "default",
  eager: true,
});

const pictures = import.meta.glob<string>("../../../../docs/pictures/*.{svg,png}", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});

const byName = (files: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, value]) => [path.slice(path.lastIndexOf("/") + 1), value]));

export const guidePages = byName(pages); // "drives.md"
export const guideModels = byName(models);
export const guidePictures = byName(pictures);
