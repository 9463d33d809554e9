import { lineHeight, Viewer } from './viewer.js';

/** Characters that a text area takes without delay. Longer files are shown, and not edited. */
const longestEdited = 300_000;

/** A text area with line numbers, or a view of a file that is too long for one. */
export class Editor {
  #area;
  #numbers;
  #gutter;
  #large;
  #viewer;
  #lines = 0;
  #marks = new Map();

  /** @param {(text: string) => void} onInput */
  constructor(onInput) {
    this.#area = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
    this.#numbers = document.getElementById('numbers');
    this.#gutter = this.#numbers.parentElement;
    this.#large = document.getElementById('large');
    this.#viewer = new Viewer(this.#large);
    this.#area.addEventListener('input', () => {
      this.#number();
      onInput(this.#area.value);
    });
    this.#area.addEventListener('scroll', () => {
      this.#gutter.scrollTop = this.#area.scrollTop;
    });
  }

  get isLarge() {
    return !this.#large.hidden;
  }

  /** @param {string} text @param {boolean} isFixed whether it cannot be edited */
  show(text, isFixed = false) {
    const isLarge = isFixed || text.length > longestEdited;
    this.#large.hidden = !isLarge;
    this.#area.hidden = isLarge;
    this.#gutter.hidden = isLarge;
    this.#area.value = isLarge ? '' : text;
    this.#viewer.show(isLarge ? text : '');
    this.#area.scrollTop = 0;
    this.#lines = 0;
    this.#number();
  }

  /** Marks lines in the margin. @param {Map<number, 'error' | 'warning'>} marks */
  mark(marks) {
    this.#marks = marks;
    this.#lines = 0;
    this.#number();
  }

  /** Selects a range. Lines and columns count from 1. @param {{ line: number, column?: number, length?: number }} place */
  goTo({ line, column = 1, length = 0 }) {
    if (this.isLarge) {
      this.#viewer.goTo(line);
      return;
    }
    const text = this.#area.value;
    let start = 0;
    for (let count = 1; count < line; count++) {
      const next = text.indexOf('\n', start);
      if (next === -1) break;
      start = next + 1;
    }
    const from = start + column - 1;
    this.#area.focus();
    this.#area.setSelectionRange(from, from + length);
    this.#area.scrollTop = Math.max(0, (line - 4) * lineHeight);
  }

  #number() {
    const lines = this.#area.value.split('\n').length;
    if (lines === this.#lines) return;
    this.#lines = lines;
    const parts = [];
    let plain = '';
    for (let line = 1; line <= lines; line++) {
      const severity = this.#marks.get(line);
      if (severity === undefined) plain += `${line}\n`;
      else {
        const mark = document.createElement('mark');
        mark.className = severity;
        mark.textContent = String(line);
        parts.push(plain, mark, '\n');
        plain = '';
      }
    }
    this.#numbers.replaceChildren(...parts, plain);
    this.#gutter.scrollTop = this.#area.scrollTop;
  }
}
