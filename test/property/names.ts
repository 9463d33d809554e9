import { isSimpleType, propertyIdentifier, topLevelIdentifier } from '../../src/contract/model/index.ts';
import type { Draw } from './draw.ts';

const plain = 'Order Item Name2 value id Total Address line city code Kind x y A B a b part Status note'.split(' ');

/** Names that XML allows and that trip tools up. */
const awkward: readonly string[] = [
  ...['Delete', 'delete', 'Date', 'add-b', 'a.b', 'a-b', 'a_b', '_', '_1', '__proto__', 'constructor', 'prototype'],
  ...[
    'toString',
    'valueOf',
    'hasOwnProperty',
    'then',
    'toJSON',
    'Parameters',
    'Record',
    'Partial',
    'ReturnType',
    'Awaited',
  ],
  ...[
    'Größe',
    '名前',
    'Ωmega',
    'ÅNGSTRÖM',
    'éa',
    'case',
    'faults',
    'headers',
    'Case',
    'CASE',
    'type',
    'value',
    'Value',
    'item',
    'next',
  ],
  ...['reader', 'writer', 'soap', 't', 'namespace', 'codec', 'binding', 'self', 'arguments', 'await', 'default', 'new'],
  ...[
    'class',
    'any',
    'number',
    'string_',
    'never',
    'undefined',
    'null',
    'NaN',
    'Map',
    'Promise',
    'Error',
    'Object',
    'Array',
  ],
  ...[
    'No',
    'yes',
    'on',
    'true',
    'Itself',
    'Request',
    'Response',
    'Element',
    'content',
    'text',
    'namespaces',
    'prefixes',
  ],
  ...['SoapFault', 'DateTime', 'State', 'Context', 'handlers', 'description', 'let', 'static', 'async', 'of', 'symbol'],
];

/** Once in this many times, equal names are left to the loader, which must report them. */
const careless = 2;

/** Chooses names, and remembers which are taken in each symbol space. */
export class NameSupply {
  readonly #draw: Draw;
  readonly #taken: Map<string, Set<string>> = new Map();
  readonly #top: Set<string> = new Set();
  #count = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  word(): string {
    const word = this.#draw.chance(55) ? this.#draw.pick(plain) : this.#draw.pick(awkward);
    return this.#draw.chance(10) ? this.#swapCase(word) : word;
  }

  #swapCase(word: string): string {
    const first = [...word][0] ?? '';
    return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + word.slice(first.length);
  }

  /** A name that nothing has in a space. */
  inSpace(space: string, refuse: (name: string) => boolean = () => false): string {
    const taken = this.#taken.get(space) ?? new Set();
    this.#taken.set(space, taken);
    for (let attempt = 0; ; attempt++) {
      const word = attempt < 8 ? this.word() : `${this.word()}${this.#count++}`;
      if (taken.has(word) || refuse(word)) continue;
      taken.add(word);
      return word;
    }
  }

  /** The same, of a type, a group or an element with a type of its own, and its name in TypeScript where it needs one. */
  top(space: string): { readonly local: string; readonly override: string | undefined } {
    const local = this.inSpace(space, (word) => isSimpleType(word) || /^any(?:Simple)?Type$/.test(word));
    return { local, override: this.override(local) };
  }

  /** Undefined where the name will do. */
  override(local: string): string | undefined {
    const derived = topLevelIdentifier(local);
    if (this.#isFree(derived) || this.#draw.chance(careless)) return undefined;
    for (;;) {
      const name = `${this.#draw.pick(['Other', 'Own', 'The'])}${this.#count++}`;
      if (this.#isFree(name)) return name;
    }
  }

  #isFree(name: string): boolean {
    const forms = [name, `${name}Itself`, `${name}Request`, `${name}Response`, `${name}Element`];
    if (forms.some((form) => this.#top.has(form))) return false;
    for (const form of forms) this.#top.add(form);
    return true;
  }
}

/** Properties of one record, with those that it inherits. */
export class FieldNames {
  readonly #draw: Draw;
  readonly #supply: NameSupply;
  readonly #suffix: string;
  readonly taken: Set<string>;
  #count = 0;

  constructor(
    draw: Draw,
    supply: NameSupply,
    { taken = [], suffix = '' }: { taken?: Iterable<string>; suffix?: string } = {},
  ) {
    this.#draw = draw;
    this.#supply = supply;
    this.taken = new Set(taken);
    this.#suffix = suffix;
  }

  /** Another name in TypeScript. */
  rename(): string {
    const name = `renamed${this.#count++}${this.#suffix}`;
    this.taken.add(name);
    return name;
  }

  take(): string {
    for (;;) {
      const word = this.#supply.word();
      const name = this.taken.size > 12 || this.#draw.chance(5) ? `${word}${this.#count++}` : word;
      const property = propertyIdentifier(`${name}${this.#suffix}`);
      if (this.taken.has(property) && !this.#draw.chance(careless)) {
        if (this.#count++ > 50) return `field${this.#count}${this.#suffix}`;
        continue;
      }
      this.taken.add(property);
      return `${name}${this.#suffix}`;
    }
  }
}
