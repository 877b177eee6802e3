// Builds ../static/editor.js: one classic, minified script without a grammar.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

// style-mod, which CodeMirror uses for its style sheets, adds a <style> element to a document, and the page's Content Security
// Policy (style-src 'self') blocks that. Constructed style sheets are not subject to it, and style-mod has the code for them,
// only reserved for shadow roots. The build fails when the condition is no longer there, so an update cannot lose it silently.
const reserved = "!root.head && root.adoptedStyleSheets";

const constructedSheets = {
  name: "constructed-sheets",
  setup(b) {
    b.onLoad({ filter: /style-mod\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes(reserved)) throw new Error(`style-mod no longer says: ${reserved}`);
      return { contents: source.replace(reserved, "root.adoptedStyleSheets"), loader: "js" };
    });
  },
};

await build({
  entryPoints: ["editor.js"],
  outfile: "../static/editor.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  banner: { js: "/* Built from web/editor by `npm ci && npm run build`. Contains CodeMirror 6, MIT licence, by Marijn Haverbeke and others. */" },
  plugins: [constructedSheets],
});
