import { createCB } from 'xmlbuilder2';
import { ContractError } from '../contract/index.ts';

const xmlns = 'http://www.w3.org/2000/xmlns/';

/**
 * Writes an XML document as a stream of elements, two spaces a level; names with the prefixes declared at the root.
 *
 * xmlbuilder2 makes three nodes of a DOM or more for each element that it prints: two fifths of the time for a large
 * contract. A document has many elements and few names, so it checks and prints each name once, and joins the printed
 * names with the values here. (Its own escaping also leaves an `&lt;` of the text as it is, and white space in
 * attributes, where a reader would make it spaces.)
 */
export class XmlDocument {
  readonly #namespaces: Readonly<Record<string, string>>;
  readonly #builder: ReturnType<typeof createCB>;
  /** Output of the builder that is not taken yet. */
  #printed: string[] = [];
  /** How tags and attributes begin, by their names; those of attributes begin with a space, as in a tag. */
  readonly #beginnings: Map<string, string> = new Map();
  /** The text in pieces, joined now and then: one string that grows by millions of them keeps garbage collection busy. */
  #pieces: string[] = [];
  readonly #joined: string[] = [];
  #indent = '\n';
  /** The end of a start tag is not written yet. */
  #inTag = false;
  /** The open element has text, which white space would become part of. */
  #hasText = false;

  /**
   * @param namespaces namespace names by prefix; all are declared at the root.
   * @param comment the comment before the root.
   */
  constructor(namespaces: Readonly<Record<string, string>>, comment: string) {
    this.#namespaces = namespaces;
    this.#builder = createCB({
      data: (piece: string) => this.#printed.push(piece),
      end: () => {},
      error: (error: Error) => {
        throw error;
      },
      wellFormed: true,
    });
    this.#builder.dec({ version: '1.0', encoding: 'utf-8' });
    // Two hyphens would end it (XML 1.0, 2.5).
    this.#builder.com(` ${carriable(comment).replace(/-(?=-)/g, '- ')} `);
    this.#pieces.push(this.#take().filter(Boolean).join('\n'));
  }

  /**
   * An element.
   *
   * @param attributes one set or several; those of no value are left out.
   * @param content writes the content of the element.
   */
  element(name: string, attributes: Attributes | readonly Attributes[], content?: () => void): void {
    this.#endTag();
    const isRoot = this.#beginnings.size === 0;
    const indent = this.#indent;
    const hadText = this.#hasText;
    if (isRoot) this.#root(name);
    this.#pieces.push(indent, this.#beginnings.get(name) ?? this.#print(name));
    if (isRoot) this.#attributes(name, this.#declarations());
    if (isList(attributes)) for (const set of attributes) this.#attributes(name, set);
    else this.#attributes(name, attributes);
    this.#inTag = true;
    this.#hasText = false;
    this.#indent = `${indent}  `;
    content?.();
    if (this.#inTag) this.#pieces.push('/>');
    else if (this.#hasText) this.#pieces.push('</', name, '>');
    else this.#pieces.push(indent, '</', name, '>');
    this.#inTag = false;
    this.#indent = indent;
    this.#hasText = hadText;
    if (this.#pieces.length > 4096) this.#join();
  }

  /** Text in the open element. */
  text(value: string): void {
    this.#endTag();
    this.#pieces.push(carriable(value).replace(/[&<>]/g, escapeCharacter));
    this.#hasText = true;
  }

  /** An element that is XML text already, with all declarations of its prefixes. */
  raw(xml: string): void {
    this.#endTag();
    this.#pieces.push(this.#indent, xml);
  }

  finish(): string {
    return this.pieces().join('');
  }

  /** The finished document in pieces that end after an element. */
  pieces(): readonly string[] {
    this.#pieces.push('\n');
    this.#join();
    return this.#joined;
  }

  #attributes(name: string, attributes: Attributes): void {
    for (const key in attributes) {
      const value = attributes[key];
      if (value === undefined) continue;
      this.#pieces.push(this.#beginnings.get(` ${key}`) ?? this.#print(name, key), attributeText(value), '"');
    }
  }

  #endTag(): void {
    if (this.#inTag) this.#pieces.push('>');
    this.#inTag = false;
  }

  #join(): void {
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** Opens the root in the builder, where it stays open: later output is in the scope of its prefixes. */
  #root(name: string): void {
    const prefixes = Object.entries(this.#namespaces);
    this.#builder.ele(this.#namespaceOf(name), name);
    for (const [prefix, namespace] of prefixes) this.#builder.att(xmlns, `xmlns:${prefix}`, namespace);
    // It prints a start tag when it knows what comes next.
    this.#builder.txt('\n');
    const [start = '', ...declarations] = this.#take();
    this.#beginnings.set(name, start);
    for (const [index, [prefix]] of prefixes.entries()) {
      this.#beginnings.set(` xmlns:${prefix}`, beginningOf(declarations[index]));
    }
  }

  /** How an element begins, or an attribute of it. */
  #print(name: string, key?: string): string {
    this.#builder.ele(this.#namespaceOf(name), name);
    if (key?.includes(':')) this.#builder.att(this.#namespaceOf(key), key, '');
    else if (key !== undefined) this.#builder.att(key, '');
    this.#builder.up();
    const [start = '', attribute] = this.#take();
    const beginning = key === undefined ? start : beginningOf(attribute);
    this.#beginnings.set(key === undefined ? name : ` ${key}`, beginning);
    return beginning;
  }

  #take(): readonly string[] {
    const printed = this.#printed;
    this.#printed = [];
    return printed;
  }

  #declarations(): Attributes {
    return Object.fromEntries(Object.entries(this.#namespaces).map(([prefix, name]) => [`xmlns:${prefix}`, name]));
  }

  #namespaceOf(name: string): string {
    const namespace = this.#namespaces[name.slice(0, name.indexOf(':'))];
    if (namespace === undefined) throw new TypeError(`No namespace is declared for ${name}.`);
    return namespace;
  }
}

export type Attributes = Readonly<Record<string, string | undefined>>;

function isList(attributes: Attributes | readonly Attributes[]): attributes is readonly Attributes[] {
  return Array.isArray(attributes);
}

/** Of a printed attribute, all before its value. */
function beginningOf(attribute = ''): string {
  return attribute.slice(0, attribute.indexOf('"') + 1);
}

/** Characters that an attribute must escape, or cannot hold. */
const special = /[&<>"]|[^\u0020-\uD7FF\uE000-\uFFFD]/;

/** White space is escaped, since a reader replaces it by spaces otherwise (XML 1.0, 3.3.3). */
function attributeText(value: string): string {
  if (!special.test(value)) return value;
  if (notCarriable.test(value)) {
    throw new ContractError('Unsupported', 'The contract holds a value with a character that XML cannot carry.');
  }
  return value.replace(/[&<>"\t\n\r]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  }
}

const notCarriable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Documentation is for people: what XML 1.0 cannot carry is left out of it, and a line ends in LF. */
function carriable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
