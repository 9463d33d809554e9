import type {
  AttributeMember,
  Field,
  Member,
  SimpleDefinition,
  SimpleValue,
  Structure,
  ValueType,
} from '../contract/index.ts';
import { countText, facetsText, membersOf } from '../emit/index.ts';
import type { Block, Inline, Row, Text } from './document.ts';
import { short, tableOf } from './document.ts';
import { anchor, type Places } from './places.ts';
import { docBlocks, docText } from './texts.ts';

/** What fields of a page need to know of the contract. */
export interface Shown {
  readonly places: Places;
  readonly definitions: ReadonlyMap<string, SimpleDefinition>;
}

const head = ['Name', 'Type', 'Occurs', 'Description'];

/** Deeper choices and groups than these are named only: a group of XML Schema cannot contain itself. */
const maxDepth = 8;

/** Longest documentation in a table; a longer one follows the table. */
const longestDoc = 900;

/**
 * The attributes and fields of a structure as a table, and long documentation after it.
 *
 * @param prefix of the anchors, such as `field` or `request`.
 */
export function fieldBlocks(
  structure: Structure,
  { caption, prefix }: { readonly caption: string; readonly prefix: string },
  shown: Shown,
): readonly Block[] {
  const { attributes, anyAttribute, content } = structure;
  const notes: Block[] = [];
  const printer = new RowPrinter(prefix, shown, notes);
  const rows = [
    ...attributes.map((attribute) => printer.attribute(attribute)),
    ...(anyAttribute === undefined
      ? []
      : [{ cells: [['any attribute'], ['XML'], ['optional'], docText(anyAttribute.doc)] }]),
    ...(content.kind === 'text'
      ? [printer.text(content.text)]
      : membersOf(structure).flatMap((one) => printer.member(one))),
  ];
  if (rows.length === 0) return [{ kind: 'text', text: ['It has no fields.'] }];
  const mixed: readonly Block[] =
    content.kind === 'mixed' ? [{ kind: 'text', text: ['Text may stand between its elements.'] }] : [];
  return [...mixed, tableOf(caption, head, rows), ...notes];
}

class RowPrinter {
  readonly #prefix: string;
  readonly #shown: Shown;
  readonly #notes: Block[];
  readonly #anchors: Set<string> = new Set();

  constructor(prefix: string, shown: Shown, notes: Block[]) {
    this.#prefix = prefix;
    this.#shown = shown;
    this.#notes = notes;
  }

  attribute({ name, property, type, required, ...rest }: AttributeMember): Row {
    const description = this.#description(name.local, { ...rest, type });
    const cells = [
      [...this.#name(name.local, property), ' ', { badge: 'attribute' }],
      valueText(type, this.#shown.places),
      [required ? 'required' : 'optional'],
      description,
    ];
    return { id: this.#anchor(name.local), cells };
  }

  text({
    property,
    type,
    ...rest
  }: {
    property: string;
    type: SimpleValue;
    sensitive: boolean;
    doc?: string | undefined;
  }): Row {
    const cells = [
      ['text of the element', ...(property === 'value' ? [] : [' ', { code: property }])],
      valueText(type, this.#shown.places),
      ['required'],
      this.#description(property, { ...rest, type }),
    ];
    return { id: this.#anchor(property), cells };
  }

  member(member: Member, depth = 0): readonly Row[] {
    switch (member.kind) {
      case 'field':
        return [this.#field(member, depth)];
      case 'choice':
        return this.#inner('one of', member.choice.cases, member, depth);
      case 'group':
        return this.#inner('together', member.group.members, member, depth);
      case 'any': {
        const description = this.#description(member.property, member);
        return [{ cells: [['any element'], ['XML'], [occurrence(member)], description], depth }];
      }
    }
  }

  #inner(title: string, members: readonly Member[], member: Member, depth: number): readonly Row[] {
    const cells = [[{ badge: title }], [], [occurrence(member)], this.#description(member.property, member)];
    if (depth >= maxDepth) return [{ cells, depth }];
    return [{ cells, depth }, ...members.flatMap((one) => this.member(one, depth + 1))];
  }

  #field(field: Field, depth: number): Row {
    const { name, property, type, nillable, isReference } = field;
    const list = field.many ? ['list of '] : [];
    const cells = [
      this.#name(name.local, property),
      [...list, ...(isReference ? ['attachment'] : valueText(type, this.#shown.places))],
      [`${occurrence(field)}${nillable ? ', can be null' : ''}`],
      this.#description(name.local, field),
    ];
    return { id: this.#anchor(name.local), cells, depth };
  }

  #name(wire: string, property: string): readonly Inline[] {
    const code: Inline = { code: short(wire) };
    return property === wire ? [code] : [code, ' ', { badge: `${short(property)} in TypeScript` }];
  }

  #anchor(name: string): string | undefined {
    const id = anchor(this.#prefix, name);
    if (this.#anchors.has(id)) return undefined;
    this.#anchors.add(id);
    return id;
  }

  #description(name: string, member: Described): Text {
    const { doc, deprecated, since, sensitive = false, stream = false, type } = member;
    const simple = type?.kind === 'simple' ? type : undefined;
    const facets = simple?.declared === undefined ? undefined : this.#facets(simple.declared);
    const isLong = doc !== undefined && doc.length > longestDoc;
    if (isLong) {
      const id = anchor(`doc-of-${this.#prefix}`, name);
      if (!this.#anchors.has(id)) this.#notes.push({ kind: 'heading', id, text: short(name) }, ...docBlocks(doc));
      this.#anchors.add(id);
    }
    const sentences: readonly Text[] = [
      ...(isLong ? [[short(doc.trim(), longestDoc / 3), ' It goes on after the table.']] : [docText(doc)]),
      facets === undefined ? [] : docText(facets),
      ...(simple?.fallback === undefined
        ? []
        : [[simple.fallback.kind === 'fixed' ? 'Always ' : 'Default: ', { code: short(simple.fallback.text) }, '.']]),
      sensitive ? [{ badge: 'secret' }] : [],
      stream ? [{ badge: 'streamed' }] : [],
      since === undefined ? [] : [`Since ${short(since)}.`],
      deprecated === undefined ? [] : [{ badge: 'deprecated' }, ' ', ...docText(deprecated)],
    ];
    return sentences.filter((one) => one.length > 0).flatMap((one, index) => (index === 0 ? one : [' ', ...one]));
  }

  #facets(typeName: string): string | undefined {
    const definition = this.#shown.definitions.get(typeName);
    const text = definition && facetsText(definition);
    return text === undefined ? undefined : short(text);
  }
}

interface Described {
  readonly doc?: string | undefined;
  readonly deprecated?: string | undefined;
  readonly since?: string | undefined;
  readonly sensitive?: boolean;
  readonly stream?: boolean;
  readonly type?: ValueType;
}

function occurrence({ optional, many, least, most }: Pick<Member, 'optional' | 'many' | 'least' | 'most'>): string {
  if (!many) return optional ? 'optional' : 'required';
  if (most !== 'unbounded') return countText(least, most, 'time');
  return least === 0 ? 'any number of times' : countText(least, undefined, 'time');
}

/** The type of a value, with a link to its page. */
export function valueText(type: ValueType, places: Places): Text {
  switch (type.kind) {
    case 'simple':
      return type.declared === undefined ? [{ code: type.name }] : [typeLink(type.declared, places)];
    case 'record':
      return [typeLink(type.typeName, places)];
    case 'array':
      return [`array${type.rank > 1 ? ` in ${type.rank} dimensions` : ''} of `, ...valueText(type.item, places)];
    case 'collection':
      return [{ code: type.name }, ' of Apache SOAP'];
    case 'anyType':
      return ['any type'];
    case 'any':
      return ['XML'];
  }
}

export function typeLink(typeName: string, places: Places): Inline {
  const link = places.type(typeName);
  const text = places.title(typeName);
  return link === undefined ? { code: text } : { link, text };
}
