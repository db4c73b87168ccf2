// Converts a JSON list of TeX formulas to plain text, such as x² ⊕ 1/2 for x^2 \oplus \tfrac12. The
// formulas are parsed by MathJax, as they are on the pages.

import { json } from "node:stream/consumers";
import mathjax from "mathjax/es5/node-main.js";

const SCRIPTS = {
  msup: [
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzαβ*",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵅᵝ*",
  ],
  msub: ["0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"],
};
const MARKS = { msup: "^", msub: "_" };
const [BINARY, RELATION, PUNCTUATION] = [2, 3, 6];

// Formats a superscript or subscript. Uses Unicode's raised or lowered characters if they exist for
// the whole text, and otherwise puts ^ or _ before the text.
function script(kind, text) {
  if (/^[′″‴]+$/.test(text)) return text;
  const [plain, small] = SCRIPTS[kind].map((letters) => [...letters]);
  const letters = [...text].map((letter) => small[plain.indexOf(letter)]);
  return letters.every(Boolean) ? letters.join("") : MARKS[kind] + group(text);
}

// Puts text in parentheses, unless it is a single letter or a number.
function group(text) {
  return /^(\p{L}|[\p{N}.]+)$/u.test(text) ? text : `(${text})`;
}

function operator(node, before) {
  const text = node.getText().replace(/[\u2061-\u2064]/g, "");
  if (node.texClass === PUNCTUATION) return `${text} `;
  const spaced = node.texClass === RELATION || (node.texClass === BINARY && before);
  return spaced && /[^\s*/·′]/.test(text) ? ` ${text} ` : text;
}

function row(nodes) {
  let text = "";
  for (const node of nodes) {
    const next = node.kind === "mo" ? operator(node, text) : toText(node);
    // Separate operator names such as mex from their arguments.
    text += /\p{L}{2}$/u.test(text) && /^[\p{L}\p{N}]/u.test(next) ? ` ${next}` : next;
  }
  return text;
}

function toText(node) {
  const parts = () => node.childNodes.map((child) => row([child]).trim());
  switch (node.kind) {
    case "text":
      return node.getText().replace(/[\u2061-\u2064]/g, "");
    case "mspace":
      return " ";
    case "mphantom":
      return "";
    case "mo":
      return operator(node, "");
    case "mfrac": {
      const [over, under] = parts();
      return `${group(over)}/${group(under)}`;
    }
    case "msqrt":
      return `√${group(parts().join(""))}`;
    case "mroot": {
      const [radicand, degree] = parts();
      return `${script("msup", degree)}√${group(radicand)}`;
    }
    case "msup":
    case "mover": {
      const [base, above] = parts();
      return base + script("msup", above);
    }
    case "msub":
    case "munder": {
      const [base, below] = parts();
      return base + script("msub", below);
    }
    case "msubsup":
    case "munderover": {
      const [base, below, above] = parts();
      return base + script("msub", below) + script("msup", above);
    }
    case "mtable":
    case "mtr":
    case "mlabeledtr":
      return parts().join(" ");
    default:
      return row(node.childNodes ?? []);
  }
}

await mathjax.init({ loader: { load: ["input/tex"] }, startup: { typeset: false } });
const texts = (await json(process.stdin)).map((formula) => {
  const tree = MathJax.startup.document.convert(formula, { end: 20 }); // stop after compilation
  if (tree.toString().includes("merror")) throw new Error(`MathJax cannot parse ${formula}`);
  tree.setTeXclass(null);
  return toText(tree).replace(/\s+/g, " ").trim();
});
process.stdout.write(JSON.stringify(texts));
