import { isDeepStrictEqual } from 'node:util';
import { type Element, elementsIn, type Prefixes, parseTree, prefixesIn } from '../../property/tree.ts';

/** Attributes that a reader adds: those with a default or fixed value, by their local names. */
export type Defaults = ReadonlyMap<string, ReadonlySet<string>>;

/** Where two elements differ, as a path with the difference; undefined if they are the same infoset. */
export function difference(one: string, other: string, defaults: Defaults): string | undefined {
  return new Comparer(defaults).elements(parseTree(withoutComments(one)), parseTree(withoutComments(other)), {
    one: new Map(),
    other: new Map(),
    path: '',
  });
}

function withoutComments(text: string): string {
  return text.replaceAll(/<!--[\s\S]*?-->/g, '');
}

interface Place {
  readonly one: Prefixes;
  readonly other: Prefixes;
  readonly path: string;
}

class Comparer {
  readonly #defaults: Defaults;

  constructor(defaults: Defaults) {
    this.#defaults = defaults;
  }

  elements(one: Element, other: Element, outer: Place): string | undefined {
    const place: Place = {
      one: prefixesIn(one, outer.one),
      other: prefixesIn(other, outer.other),
      path: `${outer.path}/${one.name}`,
    };
    const names = [expanded(one.name, place.one), expanded(other.name, place.other)];
    if (names[0] !== names[1]) return `${place.path}: ${names.join(' became ')}`;
    return this.#attributes(one, other, place) ?? this.#content(one, other, place);
  }

  #attributes(one: Element, other: Element, place: Place): string | undefined {
    const [first, second] = [attributesOf(one, place.one), attributesOf(other, place.other)];
    for (const [name, value] of first) {
      const found = second.get(name);
      if (found === undefined) return `${place.path}/@${name} is gone`;
      if (!sameText(value, found, place)) return `${place.path}/@${name}: ${value} became ${found}`;
    }
    for (const [name, value] of second) {
      const isDefault = this.#defaults.get(name.replace(/^\{.*\}/, ''))?.has(unescaped(value)) === true;
      if (!first.has(name) && !isDefault) return `${place.path}/@${name}: ${value} was added`;
    }
    return undefined;
  }

  #content(one: Element, other: Element, place: Place): string | undefined {
    const [mine, others] = [elementsIn(one), elementsIn(other)];
    for (const [index, element] of mine.entries()) {
      const match = others[index];
      if (match === undefined) return `${place.path}/${element.name}[${index}] is gone`;
      const found = this.elements(element, match, place);
      if (found !== undefined) return found;
    }
    const added = others[mine.length];
    if (added !== undefined) return `${place.path}/${added.name} was added`;
    const [text, otherText] = [textContent(one), textContent(other)];
    return sameText(text, otherText, place) ? undefined : `${place.path}: "${text}" became "${otherText}"`;
  }
}

function textContent(element: Element): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

function attributesOf({ attributes }: Element, prefixes: Prefixes): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of attributes) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const key = name.includes(':') ? expanded(name, prefixes) : `{}${name}`;
    if (key !== `{${instance}}schemaLocation`) found.set(key, value);
  }
  return found;
}

function expanded(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':');
  const prefix = colon === -1 ? '' : name.slice(0, colon);
  return `{${prefixes.get(prefix) ?? ''}}${name.slice(colon + 1)}`;
}

/** Whether two texts are the same value: equal, or two forms of a number, a time, a name or the like. */
function sameText(one: string, other: string, place: Place): boolean {
  if (one === other) return true;
  const [first, second] = [unescaped(one).trim(), unescaped(other).trim()];
  if (first === second || first.replace(/\s+/g, ' ') === second.replace(/\s+/g, ' ')) return true;
  const [items, others] = [first.split(/\s+/), second.split(/\s+/)];
  return items.length === others.length && items.every((item, index) => sameItem(item, others[index] ?? '', place));
}

function sameItem(one: string, other: string, { one: mine, other: others }: Place): boolean {
  if (one === other || isDeepStrictEqual(canonical(one), canonical(other))) return true;
  return /^[\w.-]+(?::[\w.-]+)?$/.test(one) && expanded(one, mine) === expanded(other, others);
}

/** A value in a form that its lexical forms share. */
function canonical(text: string): unknown {
  const number = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text);
  if (number !== null && /\d/.test(text)) {
    const [, sign, whole = '', fraction = ''] = number;
    const digits = `${whole === '' ? '0' : whole}.${fraction}`;
    return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
  }
  if (/^[+-]?[\d.]+[eE][+-]?\d+$/.test(text)) return canonical(String(Number(text)));
  if (text === 'true') return canonical('1');
  if (text === 'false') return canonical('0');
  const time = /^(-?\d{4,}-\d\d-\d\dT[\d:]+)(?:\.(\d*?)0*)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (time === null) return /^[0-9A-Fa-f]+$/.test(text) ? text.toUpperCase() : text.replace(/[+-]00:00$/, 'Z');
  const [, seconds = '', fraction = '', zone] = time;
  return zone === undefined ? [seconds, fraction] : [Date.parse(`${seconds}${zone}`), fraction];
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([0-9A-Fa-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
