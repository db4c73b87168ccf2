// Typesets TeX formulas as HTML. Reads JSON {fonts, formulas: [[TeX, display], …]} from standard input,
// and writes {formulas: [HTML, …], css}. The stylesheet contains only the rules that these formulas need.
"use strict";

const { init } = require("mathjax/es5/node-main.js");

let input = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => (input += chunk));
process.stdin.on("end", async () => {
  const { fonts, formulas } = JSON.parse(input);
  const MathJax = await init({
    loader: { load: ["input/tex", "output/chtml", "a11y/assistive-mml"] },
    chtml: { fontURL: fonts, adaptiveCSS: true },
    options: { enableAssistiveMml: true },
  });
  const { adaptor } = MathJax.startup;
  const typeset = formulas.map(([tex, display]) => {
    const html = adaptor.outerHTML(MathJax.tex2chtml(tex, { display }));
    const error = /data-mjx-error="([^"]*)"/.exec(html);
    if (error) throw new Error(`${error[1]} in ${tex}`);
    return html;
  });
  const css = adaptor.textContent(MathJax.chtmlStylesheet());
  process.stdout.write(JSON.stringify({ formulas: typeset, css }));
});
