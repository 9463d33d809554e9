import { createCB } from 'xmlbuilder2';

const xmlns = 'http://www.w3.org/2000/xmlns/';

/** Writes an XML document as a stream of elements, two spaces a level; names with the prefixes declared at the root. */
export class XmlDocument {
  readonly #namespaces: Readonly<Record<string, string>>;
  readonly #pieces: string[] = [];
  readonly #builder: ReturnType<typeof createCB>;
  #inTag = false;
  #root = true;

  /**
   * @param namespaces namespace names by prefix; all are declared at the root.
   * @param comment what stands before the root.
   */
  constructor(namespaces: Readonly<Record<string, string>>, comment: string) {
    this.#namespaces = namespaces;
    this.#builder = createCB({
      data: (piece: string) => this.#take(piece),
      end: () => {},
      error: (error: Error) => {
        throw error;
      },
      prettyPrint: true,
      wellFormed: true,
    });
    this.#builder.dec({ version: '1.0', encoding: 'utf-8' });
    // Two hyphens would end it (XML 1.0, 2.5).
    this.#builder.com(` ${carriable(comment).replace(/-(?=-)/g, '- ')} `);
  }

  /** An element with attributes, those of no value left out, and what `content` puts into it. */
  element(name: string, attributes: Attributes, content?: () => void): void {
    this.#builder.ele(this.#namespaceOf(name), name);
    if (this.#root) {
      for (const [prefix, namespace] of Object.entries(this.#namespaces)) {
        this.#builder.att(xmlns, `xmlns:${prefix}`, namespace);
      }
      this.#root = false;
    }
    for (const [key, value] of Object.entries(attributes)) {
      if (value === undefined) continue;
      if (key.includes(':')) this.#builder.att(this.#namespaceOf(key), key, value);
      else this.#builder.att(key, value);
    }
    content?.();
    this.#builder.up();
  }

  /** Text in the open element. */
  text(value: string): void {
    this.#builder.txt(carriable(value));
  }

  finish(): string {
    this.#builder.end();
    return `${this.#pieces.join('')}\n`;
  }

  #namespaceOf(name: string): string {
    const namespace = this.#namespaces[name.slice(0, name.indexOf(':'))];
    if (namespace === undefined) throw new TypeError(`No namespace is declared for ${name}.`);
    return namespace;
  }

  /** xmlbuilder2 leaves white space in attribute values as it is, where a reader would make it spaces (XML 1.0, 3.3.3). */
  #take(piece: string): void {
    if (this.#inTag) {
      if (piece === '>' || piece === '/>') this.#inTag = false;
      else
        piece = piece.replace(/[\t\n\r]/g, (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`);
    } else {
      const start = piece.trimStart();
      this.#inTag = start.startsWith('<') && !start.startsWith('</') && !start.startsWith('<?') && !piece.endsWith('>');
    }
    this.#pieces.push(piece);
  }
}

export type Attributes = Readonly<Record<string, string | undefined>>;

/** Documentation is for people: what XML 1.0 cannot carry is left out of it, and a line ends in LF. */
function carriable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
