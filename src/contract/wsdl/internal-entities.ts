/** Caps of the expansion of entities: a few names of namespaces need a small part of them. */
const limits = {
  /** Entities that contain entities. */
  maxEntityDepth: 16,
  /** UTF-16 code units of the document type declaration. */
  maxDoctypeText: 64 * 1024,
  /** UTF-16 code units that all references of a file expand to. */
  maxEntityText: 1024 * 1024,
} as const;

/** A text without document type declaration and entities. */
export interface ExpandedText {
  readonly text: string;
  /** The offset in the original text for one in the expanded text. */
  readonly originalOffset: (offset: number) => number;
}

/** Why a document type declaration cannot be expanded, and where. */
export interface EntityFault {
  readonly reason: string;
  readonly offset: number;
  /** The limit that is reached. */
  readonly limit?: { readonly name: string; readonly value: number };
}

/**
 * Replaces the document type declaration of an XML text by spaces, and the references to its internal general entities by
 * their texts. External and parameter entities, and entities with markup, are refused. Linear in the text and its result.
 *
 * @param start of the document type declaration.
 */
export function expandEntities(text: string, start: number): ExpandedText | { readonly fault: EntityFault } {
  try {
    const { end, entities } = new DoctypeReader(text, start).read();
    return new Expander(text, entities).expand(start, end);
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    throw error;
  }
}

class Refusal extends Error {
  readonly fault: EntityFault;

  constructor(fault: EntityFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** The text of a general entity, and where it is declared. */
interface Entity {
  readonly value: string;
  readonly offset: number;
}

const space = /[ \t\r\n]*/y;
const doctype =
  /<!DOCTYPE[ \t\r\n]+[^\s[>"']+[ \t\r\n]*(?:(?:SYSTEM|PUBLIC[ \t\r\n]+(?:"[^"]*"|'[^']*'))[ \t\r\n]+(?:"[^"]*"|'[^']*')[ \t\r\n]*)?/y;
const generalEntity = /<!ENTITY[ \t\r\n]+([^\s%"'<>&;]+)[ \t\r\n]+(?:"([^"]*)"|'([^']*)')[ \t\r\n]*>/y;
const parameterEntity = /<!ENTITY[ \t\r\n]+%[ \t\r\n]+[^\s%"'<>&;]+[ \t\r\n]+(?:"[^"]*"|'[^']*')[ \t\r\n]*>/y;
const otherDeclaration = /<!(?:ATTLIST|ELEMENT|NOTATION)\b(?:[^<>"'%]|"[^"<]*"|'[^'<]*')*>/y;

/** Reads the internal subset of a document type declaration (XML 1.0, 2.8). */
class DoctypeReader {
  /** Up to the cap. */
  readonly #text: string;
  readonly #isCut: boolean;
  #at: number;

  constructor(text: string, start: number) {
    this.#text = text.slice(0, start + limits.maxDoctypeText);
    this.#isCut = this.#text.length < text.length;
    this.#at = start;
  }

  read(): { readonly end: number; readonly entities: ReadonlyMap<string, Entity> } {
    const entities = new Map<string, Entity>();
    if (this.#match(doctype) === undefined) throw this.#refused('it is not well-formed');
    if (this.#take('[')) this.#subset(entities);
    this.#match(space);
    if (!this.#take('>')) throw this.#refused('it is not well-formed');
    return { end: this.#at, entities };
  }

  #subset(entities: Map<string, Entity>): void {
    for (;;) {
      this.#match(space);
      const offset = this.#at;
      if (this.#take(']')) return;
      const entity = this.#match(generalEntity);
      if (entity !== undefined) {
        const [, name = '', double, single = ''] = entity;
        const value = double ?? single;
        if (/[<%]|&#/.test(value))
          throw this.#refused(`the entity ${name} has markup or references to characters`, offset);
        // The first declaration counts (XML 1.0, 4.2).
        if (!entities.has(name)) entities.set(name, { value, offset });
      } else if (this.#skipped('<!--', '-->') || this.#skipped('<?', '?>')) continue;
      else if (this.#match(parameterEntity) === undefined && this.#match(otherDeclaration) === undefined) {
        throw this.#refused('only internal general entities without markup are expanded', offset);
      }
    }
  }

  #skipped(start: string, end: string): boolean {
    if (!this.#text.startsWith(start, this.#at)) return false;
    const found = this.#text.indexOf(end, this.#at + start.length);
    if (found === -1) throw this.#refused('it does not end');
    this.#at = found + end.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #refused(reason: string, offset: number = this.#at): Refusal {
    const hasEnd = /\]\s*>/.test(this.#text.slice(offset));
    if (this.#isCut && !hasEnd) return limitReached('maxDoctypeText', offset);
    return new Refusal({ reason, offset });
  }
}

const predefined: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
/** The beginning of what has no references, or a reference to an entity. */
const markupOrReference = /<!--|<!\[CDATA\[|<\?|&([^#\s&;<>"']+);/g;
const ends: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };
const reference = /&([^#\s&;<>"']+);/g;

class Expander {
  readonly #text: string;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #values: Map<string, string> = new Map();
  readonly #open: string[] = [];
  /** The start of a replaced range in the result, and how much to add to offsets behind it for the original text. */
  readonly #shifts: { readonly from: number; readonly original: number; readonly length: number }[] = [];
  #size = 0;

  constructor(text: string, entities: ReadonlyMap<string, Entity>) {
    this.#text = text;
    this.#entities = entities;
  }

  /** @param start of the document type declaration. */
  expand(start: number, end: number): ExpandedText {
    const text = this.#text;
    // Spaces keep the offsets of what follows, and line ends its lines.
    const parts = [text.slice(0, start), text.slice(start, end).replace(/[^\n]/g, ' ')];
    let done = end;
    let length = end;
    markupOrReference.lastIndex = end;
    for (let found = markupOrReference.exec(text); found !== null; found = markupOrReference.exec(text)) {
      const [whole, name] = found;
      if (name === undefined) {
        const after = text.indexOf(ends[whole] ?? whole, found.index);
        // The reader reports what does not end.
        if (after === -1) break;
        markupOrReference.lastIndex = after;
        continue;
      }
      if (predefined.has(name)) continue;
      const value = this.#value(name, found.index);
      this.#grow(value.length, found.index);
      parts.push(text.slice(done, found.index), value);
      length += found.index - done;
      this.#shifts.push({ from: length, original: found.index, length: value.length });
      length += value.length;
      done = found.index + whole.length;
    }
    parts.push(text.slice(done));
    return { text: parts.join(''), originalOffset: (offset) => this.#originalOffset(offset) };
  }

  #value(name: string, offset: number): string {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const entity = this.#entities.get(name);
    if (entity === undefined) throw new Refusal({ reason: `the entity ${name} is not declared`, offset });
    if (this.#open.includes(name)) {
      const reason = `the entity ${name} contains itself: ${[...this.#open, name].join(' -> ')}`;
      throw new Refusal({ reason, offset: entity.offset });
    }
    if (this.#open.length >= limits.maxEntityDepth) throw limitReached('maxEntityDepth', entity.offset);
    this.#open.push(name);
    // Quotes in an entity do not end the value of an attribute (XML 1.0, 4.4.5).
    const quoted = entity.value.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
    const value = quoted.replace(reference, (whole, inner: string) => {
      if (predefined.has(inner)) return whole;
      const text = this.#value(inner, entity.offset);
      this.#grow(text.length, entity.offset);
      return text;
    });
    this.#open.pop();
    this.#values.set(name, value);
    return value;
  }

  #grow(length: number, offset: number): void {
    this.#size += length;
    if (this.#size > limits.maxEntityText) throw limitReached('maxEntityText', offset);
  }

  #originalOffset(offset: number): number {
    let low = 0;
    let high = this.#shifts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shifts[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const shift = this.#shifts[low - 1];
    if (shift === undefined) return offset;
    const { from, original, length } = shift;
    if (offset < from + length) return original;
    return this.#text.indexOf(';', original) + 1 + offset - from - length;
  }
}

function limitReached(name: keyof typeof limits, offset: number): Refusal {
  const value = limits[name];
  return new Refusal({ reason: `the limit ${name} (${value}) is reached`, offset, limit: { name, value } });
}
