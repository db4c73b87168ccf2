// Sets TeX formulas as the pages show them: JSON {fonts, formulas: [[TeX, display], …]} comes in, and
// {formulas: [HTML, …], css} goes out. The stylesheet has what these formulas need, and no more.
"use strict";

const { init } = require("mathjax/es5/node-main.js");

let text = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part) => (text += part));
process.stdin.on("end", async () => {
  const { fonts, formulas } = JSON.parse(text);
  const maths = await init({
    loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
    chtml: { fontURL: fonts, adaptiveCSS: true },
    options: { enableAssistiveMml: true },
  });
  const { adaptor } = maths.startup;
  const set = formulas.map(([tex, display]) => {
    const html = adaptor.outerHTML(maths.tex2chtml(tex, { display }));
    const wrong = /data-mjx-error="([^"]*)"/.exec(html);
    if (wrong) throw new Error(`${wrong[1]} in ${tex}`);
    return html;
  });
  const css = adaptor.textContent(maths.chtmlStylesheet());
  process.stdout.write(JSON.stringify({ formulas: set, css }));
});
