/** Lines of a part, and parts that are added before the browser may do something else. */
const linesOfPart = 400;
const partsAtOnce = 25;

/** Pixels of a line; the style sheet has the same. */
export const lineHeight = 20;

/** Shows a text of any length: in parts whose layout the browser leaves out while they are not seen. */
export class Viewer {
  #element;
  #run = 0;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {string} text */
  show(text) {
    const run = ++this.#run;
    const element = this.#element;
    element.replaceChildren();
    element.scrollTop = 0;
    let at = 0;
    const add = () => {
      if (run !== this.#run) return;
      const parts = document.createDocumentFragment();
      for (let count = 0; count < partsAtOnce && at < text.length; count++) {
        const { end, lines } = partFrom(text, at);
        const part = document.createElement('pre');
        part.textContent = text.slice(at, end);
        part.style.height = `${lines * lineHeight}px`;
        parts.append(part);
        at = end;
      }
      element.append(parts);
      if (at < text.length) setTimeout(add);
    };
    add();
  }

  /** Scrolls to a line, counted from 1. @param {number} line */
  goTo(line) {
    this.#element.scrollTop = Math.max(0, (line - 4) * lineHeight);
    this.#element.focus();
  }
}

/** The end of a part, and the number of its lines. @param {string} text @param {number} start */
function partFrom(text, start) {
  let end = start;
  let lines = 0;
  while (lines < linesOfPart && end < text.length) {
    const next = text.indexOf('\n', end);
    end = next === -1 ? text.length : next + 1;
    lines++;
  }
  return { end, lines };
}
