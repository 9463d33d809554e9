import { flatText, type Literal } from './code.ts';
import { LiteralPrinter } from './print-code.ts';

/** A field as the pages describe it, and how often the records have it. */
interface Description {
  readonly literal: Literal;
  readonly name: string;
  uses: number;
  /** Its key in `fields`, once a record has referred to it. */
  key?: string;
}

/** The fields of all records; those that several records share are printed once. */
export class SharedFields {
  readonly #byText: Map<string, Description> = new Map();
  readonly #records: { readonly name: string; readonly fields: readonly Description[] }[] = [];
  /** `__proto__: {}` would set the prototype. */
  readonly #keys: Set<string> = new Set(['__proto__']);

  /** Adds a record. Print the records when all are added. */
  add(name: string, fields: readonly Literal[]): void {
    this.#records.push({ name, fields: fields.map((field) => this.#counted(field)) });
  }

  /** The records, each with references to the fields that others have, too. */
  *printed(printer: LiteralPrinter): Generator<string> {
    for (const { name, fields } of this.#records) {
      const items = fields.map((field) => (field.uses === 1 ? field.literal : `fields.${this.#fieldKey(field)}`));
      yield printer.entry([name, { list: items }]);
    }
  }

  /** The fields that records refer to, as entries of an object. Complete when all records are printed. */
  get shared(): string {
    const printer = new LiteralPrinter(1);
    const parts: string[] = [];
    for (const { key, literal } of this.#byText.values()) {
      if (key !== undefined) parts.push(printer.entry([key, literal]));
    }
    return parts.join('').trimEnd();
  }

  #counted(literal: Literal): Description {
    const text = flatText(literal);
    const known = this.#byText.get(text);
    if (known !== undefined) {
      known.uses++;
      return known;
    }
    const description = { literal, name: fieldName(literal), uses: 1 };
    this.#byText.set(text, description);
    return description;
  }

  #fieldKey(field: Description): string {
    if (field.key !== undefined) return field.key;
    const wanted = field.name.replace(/[^\w$]/g, '_');
    let key = wanted;
    for (let number = 2; this.#keys.has(key); number++) key = `${wanted}${number}`;
    this.#keys.add(key);
    field.key = key;
    return key;
  }
}

/** The text of its entry `name`. */
function fieldName(field: Literal): string {
  const entries = typeof field === 'object' && 'object' in field ? field.object : [];
  const [, name] = entries.find(([key]) => key === 'name') ?? [];
  return typeof name === 'string' ? name.slice(1, -1) : 'field';
}
