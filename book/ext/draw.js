// Draws SVG files as PNG images, twice as large as on a page. Reads JSON {fonts: [file, …], drawings:
// [[SVG, width in pixels], …]} from standard input, and writes the images in base64 as JSON.
"use strict";

const { readFileSync } = require("node:fs");
const { Resvg } = require("@resvg/resvg-js");

const { fonts, drawings } = JSON.parse(readFileSync(0, "utf8"));
const font = { loadSystemFonts: false, fontFiles: fonts, defaultFontFamily: "DejaVu Sans" };
const images = drawings.map(([svg, value]) => {
  const fitTo = { mode: "width", value };
  return new Resvg(svg, { fitTo, font, background: "white" }).render().asPng().toString("base64");
});
process.stdout.write(JSON.stringify(images));
