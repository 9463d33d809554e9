import { propertyIdentifier, type SimpleTypeName, simpleTypes } from '../../src/contract/model/index.ts';
import type { ContractDraft, ElementDraft, HomeDraft, RecordDraft, SimpleDraft } from './contract-draft.ts';
import { makeType, plainType, someType, spellType } from './contract-types.ts';
import { mapOf, type Yaml, type YamlMap } from './document.ts';
import { FieldNames } from './names.ts';

/** Fields, groups and wildcards of a contract's records. */

export type Entry = readonly [key: string, value: Yaml];

export interface Contents {
  readonly draft: ContractDraft;
  readonly home: HomeDraft;
  readonly names: FieldNames;
  /** How deep anonymous types may still go. */
  readonly depth: number;
}

/** The kind of use of a field. */
interface Use {
  /** By name. */
  readonly text: string | undefined;
  readonly entries: readonly (readonly [string, Yaml | undefined])[];
  readonly simple: SimpleDraft | undefined;
  /** Its values may hold the record that is being made. */
  readonly loops: boolean;
}

export function drawUse(contents: Contents): Use {
  const { draft, home, depth } = contents;
  const { draw } = draft;
  const kind = draw.int(1, 100);
  const { file } = home;
  if (draft.encoded.length > 0 && draw.chance(25)) {
    const text = file.spell(draw.pick(draft.encoded));
    return { text, entries: [['type', text]], simple: undefined, loops: false };
  }
  if (kind <= 18 && draft.records.length > 0) {
    const usable = draft.records.filter((one) => !one.abstract || draft.records.some(({ base }) => base === one));
    if (usable.length > 0) {
      const text = file.spell(draw.pick(usable));
      return { text, entries: [['type', text]], simple: undefined, loops: false };
    }
  }
  if (kind <= 24 && draft.announced.length > 0) {
    const text = file.spell(draw.pick(draft.announced));
    return { text, entries: [['type', text]], simple: undefined, loops: true };
  }
  if (kind <= 30 && depth > 0) {
    const { yaml, type } = makeType(draft, home);
    const value = draw.chance(70) || !Array.isArray(yaml) ? yaml : mapOf(['base', 'string'], ['enum', yaml]);
    return { text: undefined, entries: [['type', value]], simple: { ...type, ...anonymous }, loops: false };
  }
  if (kind <= 36 && depth > 0) {
    const record = innerRecord({ ...contents, depth: depth - 1, names: new FieldNames(draw, draft.names) });
    return { text: undefined, entries: [['record', record]], simple: undefined, loops: false };
  }
  if (kind <= 39) return { text: 'anyType', entries: [['type', 'anyType']], simple: undefined, loops: false };
  const type = draw.chance(70) ? someType(draft) : plainType(draw.pick(simpleTypes.filter((name) => !never.has(name))));
  return { text: spellType(file, type), entries: [['type', spellType(file, type)]], simple: type, loops: false };
}

const anonymous = { namespace: '', local: '', plain: false } as const;
/** An element of these types makes a message that a validator of whole documents refuses, see `differences.ts`. */
const never: ReadonlySet<SimpleTypeName> = new Set(['NOTATION', 'ID', 'ENTITY', 'ENTITIES']);

function innerRecord(contents: Contents): YamlMap {
  const { draw } = contents.draft;
  if (draw.chance(15)) return new Map([...textContent(contents), ...attributesOf(contents)]);
  return new Map([...fieldsOf(contents, 1, 3), ...(draw.chance(30) ? attributesOf(contents) : [])]);
}

export function textContent({ draft, home }: Contents): readonly Entry[] {
  const type = someType(draft);
  return [['$text', spellType(home.file, type)]];
}

export function fieldsOf(contents: Contents, least: number, most: number): readonly Entry[] {
  return contents.draft.draw.times(least, most, () => field(contents));
}

const mappings: Readonly<Record<string, readonly string[]>> = {
  decimal: ['string', 'number'],
  dateTime: ['Date', 'exact'],
  date: ['string', 'Date'],
  duration: ['string', 'exact'],
  unsignedLong: ['bigint', 'string'],
  long: ['bigint', 'string'],
  integer: ['bigint', 'string'],
};

export type Often = 'once' | 'optional' | 'many' | { readonly least: number; readonly most: number | '*' };

export function drawOften(draft: ContractDraft, { loops = false, group: isGroup = false } = {}): Often {
  const { draw } = draft;
  if (loops) return draw.pick(['optional', 'many']);
  const kind = draw.int(1, 10);
  if (kind <= 4) return 'once';
  if (kind <= 7) return 'optional';
  if (kind <= 9) return 'many';
  const least = draw.int(0, isGroup ? 1 : 2);
  // See `greedyCounts` of differences.ts.
  const most = least < 2 ? draw.int(2, 4) : least;
  return { least, most: draw.chance(30) ? '*' : most };
}

export function suffixOf(often: Often): string {
  if (often === 'once') return '';
  if (often === 'optional') return '?';
  return often === 'many' ? '[]' : `[${often.least}..${often.most}]`;
}

function oftenEntries(often: Often): readonly (readonly [string, Yaml | undefined])[] {
  if (often === 'once') return [];
  if (often === 'optional') return [['optional', true]];
  return often === 'many' ? [['many', true]] : [['occurs', `${often.least}..${often.most}`]];
}

/** One field: an element, or a reference to one. */
export function field(contents: Contents, given?: Often): Entry {
  const { draft, names } = contents;
  const { draw } = draft;
  const referable = draft.elements.filter(({ local }) => !names.taken.has(propertyIdentifier(local)));
  if (draw.chance(8) && referable.length > 0) {
    const element = draw.pick(referable);
    names.taken.add(propertyIdentifier(element.local));
    return [draw.chance(50) ? names.take() : element.local, reference(contents, element, given)];
  }
  const key = names.take();
  const use = drawUse(contents);
  const often = use.loops && given === 'once' ? 'optional' : (given ?? drawOften(draft, { loops: use.loops }));
  const nillable = draw.chance(10);
  const isPlain = use.text !== undefined && !nillable && draw.chance(65);
  if (isPlain) return [key, `${use.text}${suffixOf(often)}`];
  const { simple } = use;
  const isSingle = often === 'once' || often === 'optional';
  const mapping = simple?.plain === true ? mappings[simple.local] : undefined;
  const fallback = simple === undefined || nillable || !isSingle || draw.chance(75) ? [] : fallbackOf(draft, simple);
  const entries = [
    ...use.entries,
    ...oftenEntries(often),
    ...(nillable ? ([['nillable', true]] as const) : []),
    ...(draw.chance(10) ? ([['form', draw.pick(['qualified', 'unqualified'])]] as const) : []),
    ...(mapping !== undefined && draw.chance(40) ? ([['mapping', draw.pick(mapping)]] as const) : []),
    ...(draw.chance(8) ? ([['sensitive', true]] as const) : []),
    ...(draft.use === 'literal' &&
    fallback.length === 0 &&
    simple?.plain === true &&
    simple.local === 'base64Binary' &&
    draw.chance(30)
      ? ([['stream', true]] as const)
      : []),
    ...fallback,
    ...draft.notes(),
  ];
  return [key, mapOf(...entries, ...(draw.chance(4) ? ([['name', names.rename()]] as const) : []))];
}

/** The value of a default or fixed value: a text of the type. */
export function fallbackOf(
  draft: ContractDraft,
  { codec, texts, root, plain, variety }: SimpleDraft,
): readonly Entry[] {
  const { draw } = draft;
  if (root === 'ID' || root === 'QName' || root === 'NOTATION' || (!plain && variety === 'union')) return [];
  const good = texts.filter((text) => {
    try {
      return codec.print(codec.parse(text)) === text && !text.includes(':');
    } catch {
      return false;
    }
  });
  return good.length === 0 ? [] : [[draw.pick(['default', 'default', 'fixed']), draw.pick(good)]];
}

function reference({ draft, home }: Contents, element: ElementDraft, given?: Often): Yaml {
  const often = given ?? drawOften(draft, { loops: element.record === undefined && element.head });
  return mapOf(['element', home.file.spell(element)], ...oftenEntries(often), ...draft.notes());
}

/** What only its order tells apart: choices, sequences, groups and wildcards between fields. */
export function particlesOf(contents: Contents, { open }: { readonly open: boolean }): readonly Entry[] {
  const { draft, names } = contents;
  const { draw } = draft;
  const entries: Entry[] = [];
  const parts = draw.int(1, 3);
  for (let index = 0; index < parts; index++) {
    const kind = draw.int(1, 10);
    if (kind <= 3) entries.push(field(contents));
    else if (kind <= 6) entries.push(group(contents, '$choice', 2));
    else if (kind <= 8) entries.push(group(contents, '$sequence', 2));
    else if (draft.groups.length > 0) {
      const used = draw.pick(draft.groups);
      const name = names.take();
      entries.push([`$group ${name}${suffixOf(drawOften(draft, { group: true }))}`, contents.home.file.spell(used)]);
    }
    if (draw.chance(40)) entries.push(field(contents, 'once'));
  }
  if (open) entries.push(wildcard(contents));
  return entries.length === 0 ? [field(contents)] : entries;
}

export function group(contents: Contents, word: '$choice' | '$sequence', depth: number): Entry {
  const { draft, names } = contents;
  const often = drawOften(draft, { group: true });
  const key = `${word} ${names.take()}${suffixOf(often)}`;
  return [key, new Map([...groupEntries(contents, word, depth), ...mapOf(...draft.notes('$'))])];
}

/** Each group has names of its own on the wire too, lest a reader could not tell. */
export function groupEntries(contents: Contents, word: '$choice' | '$sequence', depth: number): readonly Entry[] {
  const { draft, names } = contents;
  const { draw } = draft;
  const inner: Contents = { ...contents, names };
  return draw.times(word === '$choice' ? 2 : 1, 3, (): Entry => {
    const kind = depth > 0 ? draw.int(1, 10) : 10;
    if (kind === 1) return group(inner, '$choice', depth - 1);
    if (kind <= 3) return group(inner, '$sequence', depth - 1);
    const often = draw.chance(60) ? 'once' : drawOften(draft);
    return field(inner, often);
  });
}

export function wildcard({ draft, names }: Contents): Entry {
  const { draw } = draft;
  const suffix = draw.pick(['', '?', '[]', '[]', '[0..3]', '[1..2]']);
  const process = draw.pick(['lax', 'lax', 'skip', 'strict']);
  const namespaces = draw.pick<Yaml | undefined>(['other', 'other', ['urn:any'], ['urn:any', '##local'], undefined]);
  const strict = process === 'strict' ? '[]' : suffix;
  return [`$any ${names.take()}${strict}`, mapOf(['namespaces', namespaces], ['process', process], ...draft.notes())];
}

/** `$attributes`, with references, groups and a wildcard. */
export function attributesOf(contents: Contents, { id = false } = {}): readonly Entry[] {
  const { draft, home, names } = contents;
  const { draw } = draft;
  const map = new Map<string, Yaml>(attributeEntries(contents, draw.int(1, 3)));
  if (id) map.set(names.take(), draw.chance(50) ? 'ID' : 'ID?');
  if (draw.chance(20) && draft.attributes.length > 0) {
    const { namespace, local, type, fallback } = draw.pick(draft.attributes);
    const property = propertyIdentifier(local);
    if (!names.taken.has(property)) {
      names.taken.add(property);
      const use = draw.chance(50)
        ? true
        : mapOf(['optional', true], ...(!fallback && draw.chance(30) ? fallbackOf(draft, type) : []));
      map.set(`$ref ${home.file.spell({ namespace, local })}`, use);
    }
  }
  if (draw.chance(8) && !names.taken.has('lang')) {
    names.taken.add('lang');
    map.set('$ref xml:lang', draw.chance(50) ? true : mapOf(['optional', true]));
  }
  if (draw.chance(15)) {
    const namespaces = draw.pick<Yaml | undefined>(['other', ['urn:any', '##local'], undefined]);
    map.set(
      `$any ${names.take()}`,
      mapOf(['namespaces', namespaces], ['process', draw.pick(['lax', 'skip', 'strict'])]),
    );
  }
  return [['$attributes', map]];
}

export function attributeEntries(contents: Contents, count: number): readonly Entry[] {
  const { draft, home, names } = contents;
  const { draw } = draft;
  return draw.times(1, count, (): Entry => {
    let key = names.take();
    // See `encodedId` of differences.ts.
    while (draft.use === 'encoded' && key === 'id') key = names.take();
    if (draw.chance(10)) {
      const { yaml, type } = makeType(draft, home);
      const simple = { ...type, ...anonymous };
      return [key, mapOf(['type', yaml], ...useOf(contents, simple))];
    }
    const type = someType(draft);
    const text = spellType(home.file, type);
    if (draw.chance(60)) return [key, draw.chance(50) ? text : `${text}?`];
    return [key, mapOf(['type', text], ...useOf(contents, type))];
  });
}

function useOf({ draft }: Contents, type: SimpleDraft): readonly (readonly [string, Yaml | undefined])[] {
  const { draw } = draft;
  const fallback = draw.chance(50) ? fallbackOf(draft, type) : [];
  const isDefault = fallback.some(([key]) => key === 'default');
  return [
    ...(isDefault || draw.chance(60) ? ([['optional', true]] as const) : []),
    ...(draw.chance(15) ? ([['form', draw.pick(['qualified', 'unqualified'])]] as const) : []),
    ...fallback,
    ...(draw.chance(8) ? ([['sensitive', true]] as const) : []),
    ...draft.notes(),
  ];
}

/** The rest of a record without its optional fields: all that another one restricts it to. */
export function restricted(draft: ContractDraft, base: RecordDraft): readonly Entry[] {
  return [...(base.fields ?? [])].filter(([, value]) => {
    const isOptional = typeof value === 'string' && /(?:\?|\[\]|\[0\.\.[^\]]*\])$/.test(value);
    return !isOptional || draft.draw.chance(50);
  });
}
