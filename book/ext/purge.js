// Removes the rules of stylesheets that no page uses. Reads JSON {folder, styles: [file, …]} from
// standard input. Classes that occur in any page or script of the folder count as used.
"use strict";

const { readFileSync, writeFileSync } = require("node:fs");
const { PurgeCSS } = require("purgecss");

const { folder, styles } = JSON.parse(readFileSync(0, "utf8"));
const content = ["html", "js"].map((suffix) => `${folder}/**/*.${suffix}`);
new PurgeCSS().purge({ content, css: styles }).then((purged) => {
  for (const { css, file } of purged) writeFileSync(file, css);
});
