/* examples_data.ts - the texts and pictures of all models of the repository; a file of its own, so that it is fetched when needed. */
export const texts = import.meta.glob<string>("../../../../models/**/*.yaml", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const pictures = import.meta.glob<string>("../../../../models/*/picture.svg", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});
