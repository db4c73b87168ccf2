// Removes the rules of stylesheets that no page uses. Reads JSON {words, folder, styles: [file, …]} from
// standard input. The words, and the classes that occur in any script of the folder, count as used.
"use strict";

const { readFileSync, writeFileSync } = require("node:fs");
const { PurgeCSS } = require("purgecss");

const { words, folder, styles } = JSON.parse(readFileSync(0, "utf8"));
const content = [{ raw: words.join(" "), extension: "html" }, `${folder}/**/*.js`];
new PurgeCSS().purge({ content, css: styles }).then((purged) => {
  for (const { css, file } of purged) writeFileSync(file, css);
});
