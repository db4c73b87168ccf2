// Draws the widgets of a page, with Jupyter's own code for them: those whose state is written in
// the page, and those that Python makes when it runs.

import * as base from "@jupyter-widgets/base";
import { ManagerBase, type IManagerState } from "@jupyter-widgets/base-manager";
import * as controls from "@jupyter-widgets/controls";
import { Widget } from "@lumino/widgets";
import { element } from "./element";
import { root } from "./root";
import sanitize from "./sanitize";

// Return the value of an HTML widget. What is written in the page was checked when it was built.
function html({ model }: base.WidgetView): string {
  const value = model.get("value");
  return (model.widget_manager as Manager).trusted ? value : sanitize(value);
}

const { update } = controls.StringView.prototype;

class HTMLView extends controls.HTMLView {
  override update(): void {
    this.content.innerHTML = html(this);
    update.call(this);
  }
}

class HTMLMathView extends controls.HTMLMathView {
  override update(): void {
    this.content.innerHTML = html(this);
    this.typeset(this.content);
    update.call(this);
  }
}

// Jupyter shows errors as HTML, and they quote names that code has chosen.
base.ErrorWidgetView.prototype.render = function (): void {
  const { msg, stack } = this.generateErrorMessage();
  this.el.append(element("pre", { className: "live-error" }, `${msg}\n${stack ?? ""}`));
};

const MODULES: { [name: string]: { [name: string]: unknown } } = {
  "@jupyter-widgets/base": { ...base },
  "@jupyter-widgets/controls": { ...controls, HTMLView, HTMLMathView },
};

// The maths of the text is set when the book is built; MathJax is for what a reader shows.
type Maths = { startup: { promise: Promise<void> }; typesetPromise(of: Node[]): Promise<void> };
let maths: Promise<Maths> | undefined;

function loadMaths(): Promise<Maths> {
  return new Promise((resolve, reject) => {
    const page = window as { MathJax?: unknown };
    page.MathJax = {
      options: { enableMenu: false },
      startup: { typeset: false },
      tex: { inlineMath: [["\\(", "\\)"]] },
    };
    const src = new URL("_static/vendor/mathjax/tex-chtml.js", root()).href;
    const script = element("script", { src });
    script.addEventListener("load", () => resolve(page.MathJax as Maths));
    script.addEventListener("error", () => reject(new Error("MathJax cannot be loaded.")));
    document.head.append(script);
  });
}

export class Manager extends ManagerBase {
  // `trusted`: whether its widgets are those that are written in the page.
  constructor(readonly trusted = false) {
    super();
  }

  // Where widgets look for what typesets their maths. Few have any.
  readonly _rendermime = {
    latexTypesetter: {
      async typeset(of: HTMLElement): Promise<void> {
        if (!/\\[([]/.test(of.textContent ?? "")) return;
        const { startup, typesetPromise } = await (maths ??= loadMaths());
        await startup.promise;
        await typesetPromise([of]);
      },
    },
  };

  // Make a view of a model.
  async view(id: string): Promise<base.DOMWidgetView> {
    return this.create_view(await this.get_model(id)) as Promise<base.DOMWidgetView>;
  }

  protected async loadClass(name: string, module: string): Promise<typeof base.WidgetModel> {
    const found = MODULES[module]?.[name];
    if (!found) throw new Error(`This page cannot draw ${name} of ${module}.`);
    return found as typeof base.WidgetModel;
  }

  // Only Python makes widgets here, and makes them anew when it is restarted.
  protected async _create_comm(): Promise<base.IClassicComm> {
    throw new Error("A widget can only be made by Python.");
  }

  protected async _get_comm_info(): Promise<object> {
    return {};
  }
}

// Put a view at the end of an element of the page.
export function attach(view: base.DOMWidgetView, place: HTMLElement): void {
  Widget.attach(view.luminoWidget, place);
}

// The class of an element in which a widget has its place.
export const PLACE = "widget-subarea";

const mime = (kind: string) => `script[type="application/vnd.jupyter.widget-${kind}+json"]`;

// Draw every widget that is written in the page, as it was when the chapter was run.
export async function showWritten(): Promise<base.DOMWidgetView[]> {
  const manager = new Manager(true);
  for (const written of document.querySelectorAll(mime("state"))) {
    await manager.set_state(JSON.parse(written.innerHTML) as IManagerState);
  }
  const views = [...document.querySelectorAll(mime("view"))];
  return Promise.all(
    views.map(async (written) => {
      const place = element("div", { className: PLACE, hidden: true });
      written.before(place);
      const view = await manager.view(JSON.parse(written.innerHTML).model_id);
      attach(view, place);
      await complete(view);
      // A still of it is in its place, of its size, until all of it is there.
      place.previousElementSibling?.remove();
      place.hidden = false;
      return view;
    }),
  );
}

// Wait until all that is in a view is drawn, too.
async function complete(view: base.WidgetView): Promise<void> {
  const { children_views: parts } = view as { children_views?: base.ViewList<base.WidgetView> };
  if (parts) await Promise.all(parts.views.map(async (part) => complete(await part)));
}
