/**
 * A list of tabs that arrow keys go through.
 *
 * @typedef {{ id: string, label: string, count?: number }} Tab
 */
export class Tabs {
  #list;
  #panel;
  #onSelect;
  #tabs = [];

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} panel
   * @param {(id: string) => void} onSelect
   */
  constructor(list, panel, onSelect) {
    this.#list = list;
    this.#panel = panel;
    this.#onSelect = onSelect;
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const at = this.#tabs.indexOf(document.activeElement);
      const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length];
      const { id } = next.dataset;
      onSelect(id);
      this.#tabs.find((tab) => tab.dataset.id === id)?.focus();
    });
  }

  /** @param {Tab[]} tabs @param {string} selected */
  show(tabs, selected) {
    const had = this.#list.contains(document.activeElement);
    this.#tabs = tabs.map(({ id, label, count }, index) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.id = `${this.#list.id}-${index}`;
      button.dataset.id = id;
      button.setAttribute('role', 'tab');
      button.setAttribute('aria-controls', this.#panel.id);
      button.setAttribute('aria-selected', String(id === selected));
      button.tabIndex = id === selected ? 0 : -1;
      button.textContent = label;
      if (count !== undefined && count > 0) {
        const badge = document.createElement('span');
        badge.className = 'count';
        badge.textContent = String(count);
        button.append(' ', badge);
      }
      button.addEventListener('click', () => this.#onSelect(id));
      if (id === selected) this.#panel.setAttribute('aria-labelledby', button.id);
      return button;
    });
    this.#list.replaceChildren(...this.#tabs);
    if (had) this.#tabs.find((tab) => tab.dataset.id === selected)?.focus();
  }
}
