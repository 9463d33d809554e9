/** The values of a template: texts by name, and lists whose items have texts of their own. */
export type TemplateValues = Readonly<Record<string, string | readonly Readonly<Record<string, string>>[]>>;

/** A part of a template: text, a value, or what is repeated for each item of a list. */
type Part = string | { readonly value: string } | { readonly list: string; readonly parts: readonly Part[] };

/** A text with `{{name}}` for values, and `{{#list}} … {{/list}}` for lists. */
export class Template {
  readonly #parts: readonly Part[];

  /**
   * @param known names of the values, each with the names in its items if it is a list.
   * @throws {SyntaxError} for a name that is not known, and for a list that is not closed.
   */
  constructor(text: string, known: Readonly<Record<string, readonly string[] | undefined>>) {
    // A line that has such a sign alone leaves none.
    const lines = text.replace(/^[ \t]*(\{\{[#/]\s*\w+\s*\}\})[ \t]*\r?\n/gm, '$1');
    const tokens = lines.split(/(\{\{[^{}]*\}\})/);
    const top: Part[] = [];
    let open: { readonly list: string; readonly parts: Part[] } | undefined;
    for (const token of tokens) {
      const [, sign, name] = /^\{\{([#/]?)\s*(\w+)\s*\}\}$/.exec(token) ?? [];
      if (name === undefined) {
        if (token.startsWith('{{')) throw new SyntaxError(`${token} is not a name`);
        (open?.parts ?? top).push(token);
      } else if (sign === '#' && open === undefined && known[name] !== undefined) {
        open = { list: name, parts: [] };
        top.push(open);
      } else if (sign === '/' && open?.list === name) {
        open = undefined;
      } else {
        const isValue = Object.hasOwn(known, name) && known[name] === undefined;
        if (sign !== '' || !(isValue || (open !== undefined && known[open.list]?.includes(name)))) {
          throw new SyntaxError(`${token} is not known here`);
        }
        (open?.parts ?? top).push({ value: name });
      }
    }
    if (open !== undefined) throw new SyntaxError(`{{#${open.list}}} is not closed`);
    this.#parts = top;
  }

  /** @param safe makes a value safe for the place of the text. */
  fill(values: TemplateValues, safe: (value: string) => string): string {
    return filled(this.#parts, values, safe);
  }
}

function filled(parts: readonly Part[], values: TemplateValues, safe: (value: string) => string): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('value' in part) return safe(String(values[part.value] ?? ''));
      const items = values[part.list];
      if (!Array.isArray(items)) return '';
      return items.map((item) => filled(part.parts, { ...values, ...item }, safe)).join('');
    })
    .join('');
}
