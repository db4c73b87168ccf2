// The parts of reveal.js that `slides.ts` uses; the package has no types of its own.
declare module "reveal.js" {
  export default class Reveal {
    constructor(root: Element, options: Record<string, unknown>);
    initialize(): Promise<void>;
    on(event: string, listener: () => void): void;
    addKeyBinding(
      binding: { keyCode: number; key: string; description: string },
      action: () => void,
    ): void;
    triggerKey(keyCode: number): void;
    getState(): object;
    setState(state: object): void;
  }
}
