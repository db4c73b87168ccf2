// Draws the widgets of a page with Jupyter's own code: those embedded in the page when the book was
// built, and those created by a running Python interpreter.

import * as base from "@jupyter-widgets/base";
import { ManagerBase, type IManagerState } from "@jupyter-widgets/base-manager";
import * as controls from "@jupyter-widgets/controls";
import { Widget } from "@lumino/widgets";
import { element } from "../runtime/element";
import { root } from "../runtime/root";
import sanitize from "./sanitize";

// Returns the value of an HTML widget, sanitized unless the widget was embedded when the book was
// built.
function htmlValue({ model }: base.WidgetView): string {
  const value = model.get("value");
  return (model.widget_manager as WidgetManager).trusted ? value : sanitize(value);
}

const { update } = controls.StringView.prototype;

class HTMLView extends controls.HTMLView {
  override update(): void {
    this.content.innerHTML = htmlValue(this);
    update.call(this);
  }
}

class HTMLMathView extends controls.HTMLMathView {
  override update(): void {
    this.content.innerHTML = htmlValue(this);
    this.typeset(this.content);
    update.call(this);
  }
}

// Python does not replace a text that the reader is changing.
for (const View of [controls.TextView, controls.TextareaView]) {
  const { update } = View.prototype;
  View.prototype.update = function (options?: unknown): void {
    const { textbox, model } = this;
    const shown = model.hasChanged("value") ? model.previous("value") : model.get("value");
    const isEdited = document.activeElement === textbox && textbox.value !== shown;
    if (!isEdited) update.call(this, options as never);
  };
}

// To find readouts that are too long, Jupyter would lay out the page while widgets are being drawn.
// The readouts of the book are short.
controls.IntSliderView.prototype.readout_overflow = () => false;

// Jupyter would show errors as HTML, which is unsafe because they quote names from the reader's
// code.
base.ErrorWidgetView.prototype.render = function (): void {
  const { msg, stack } = this.generateErrorMessage();
  this.el.append(element("pre", { className: "live-error" }, `${msg}\n${stack ?? ""}`));
};

const MODULES: { [name: string]: { [name: string]: unknown } } = {
  "@jupyter-widgets/base": { ...base },
  "@jupyter-widgets/controls": { ...controls, HTMLView, HTMLMathView },
};

// Formulas in the text are typeset when the book is built. MathJax is loaded only for formulas that
// the reader's code produces.
type MathJax = {
  startup: { promise: Promise<void> };
  typesetPromise(nodes: Node[]): Promise<void>;
};
let mathJax: Promise<MathJax> | undefined;

function loadMathJax(): Promise<MathJax> {
  return new Promise((resolve, reject) => {
    const global = window as { MathJax?: unknown };
    global.MathJax = {
      options: { enableMenu: false },
      startup: { typeset: false },
      tex: { inlineMath: [["\\(", "\\)"]] },
    };
    const src = new URL("_static/vendor/mathjax/tex-chtml.js", root()).href;
    const script = element("script", { src });
    script.addEventListener("load", () => resolve(global.MathJax as MathJax));
    script.addEventListener("error", () => reject(new Error("could not load MathJax")));
    document.head.append(script);
  });
}

export class WidgetManager extends ManagerBase {
  // `trusted` says whether the widgets were embedded when the book was built.
  constructor(readonly trusted = false) {
    super();
  }

  // Jupyter's widgets call this to typeset formulas. MathJax is loaded only if there are formulas.
  readonly _rendermime = {
    latexTypesetter: {
      async typeset(node: HTMLElement): Promise<void> {
        if (!/\\[([]/.test(node.textContent ?? "")) return;
        const { startup, typesetPromise } = await (mathJax ??= loadMathJax());
        await startup.promise;
        await typesetPromise([node]);
      },
    },
  };

  // Creates a view of the model with this id.
  async view(id: string): Promise<base.DOMWidgetView> {
    return this.create_view(await this.get_model(id)) as Promise<base.DOMWidgetView>;
  }

  // Every widget is registered before anything refers to it. So an unknown widget will never arrive,
  // and waiting two seconds for it, as Jupyter does, would only make the error depend on the clock.
  override async get_model(id: string): Promise<base.WidgetModel> {
    if (!this.has_model(id)) throw new Error(`there is no widget ${id}`);
    return super.get_model(id);
  }

  protected async loadClass(name: string, module: string): Promise<typeof base.WidgetModel> {
    const widget = MODULES[module]?.[name];
    if (!widget) throw new Error(`this page cannot draw ${name} from ${module}`);
    return widget as typeof base.WidgetModel;
  }

  // The page itself never creates widgets. Python creates them, and recreates them on each restart.
  protected async _create_comm(): Promise<base.IClassicComm> {
    throw new Error("only Python can create a widget");
  }

  protected async _get_comm_info(): Promise<object> {
    return {};
  }
}

// Appends a view to an element.
export function attach(view: base.DOMWidgetView, place: HTMLElement): void {
  Widget.attach(view.luminoWidget, place);
}

// The class of an element that holds a widget.
export const WIDGET_AREA = "widget-subarea";

const scripts = (kind: string) => `script[type="application/vnd.jupyter.widget-${kind}+json"]`;

// Draws all widgets embedded in the page, in the state that was saved when the book was built. If one
// cannot be drawn, its static copy remains, and the rest of the page works.
export async function drawEmbedded(): Promise<base.DOMWidgetView[]> {
  const manager = new WidgetManager(true);
  for (const script of document.querySelectorAll(scripts("state"))) {
    await manager.set_state(JSON.parse(script.innerHTML) as IManagerState);
  }
  const placeholders = [...document.querySelectorAll(scripts("view"))];
  const drawn = await Promise.allSettled(
    placeholders.map(async (script) => {
      const view = await manager.view(JSON.parse(script.innerHTML).model_id);
      const place = element("div", { className: WIDGET_AREA, hidden: true });
      script.before(place);
      attach(view, place);
      await allDrawn(view);
      // Remove the static copy that took the widget's place until it was drawn.
      place.previousElementSibling?.remove();
      place.hidden = false;
      return view;
    }),
  );
  return drawn.flatMap((result) => {
    if (result.status === "fulfilled") return [result.value];
    console.error(result.reason);
    return [];
  });
}

// Waits until a view and all its children are drawn.
async function allDrawn(view: base.WidgetView): Promise<void> {
  const { children_views: children } = view as { children_views?: base.ViewList<base.WidgetView> };
  if (children) await Promise.all(children.views.map(async (child) => allDrawn(await child)));
}
