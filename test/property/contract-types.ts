import * as soap from '@soapwright/runtime';
import { type Facets, type SimpleTypeName, simpleTypes, xsd } from '../../src/contract/model/index.ts';
import { textOfPattern } from '../../src/emit/sample-pattern.ts';
import { codecFacets, simpleCodec } from '../../src/messages/model/simple-codec.ts';
import type { ContractDraft, FileDraft, HomeDraft, SimpleDraft } from './contract-draft.ts';
import { mapOf, type Yaml, type YamlMap } from './document.ts';
import type { Draw } from './draw.ts';
import { edges } from './lexical.ts';

/** Simple types of a contract: restrictions, lists and unions of those that are there already. */

const plainTypes = new Map(
  simpleTypes.map((local): [SimpleTypeName, SimpleDraft] => {
    const isList = /^(?:NMTOKENS|IDREFS|ENTITIES)$/.test(local);
    const representation = isBig(local) ? 'bigint' : 'string';
    const codec = simpleCodec({
      kind: 'built-in',
      name: local,
      representation: /^date/.test(local) ? 'DateTime' : representation,
    });
    const created = {
      namespace: xsd,
      local,
      codec: local === 'date' ? soap.date : codec,
      texts: edges[local],
      limits: {},
    };
    return [
      local,
      { ...created, variety: isList ? 'list' : 'atomic', root: isList ? undefined : local, plain: true } as SimpleDraft,
    ];
  }),
);

function isBig(name: SimpleTypeName): boolean {
  return /^(?:long|unsignedLong|.*nteger)$/.test(name);
}

export function plainType(name: SimpleTypeName): SimpleDraft {
  return plainTypes.get(name) as SimpleDraft;
}

/** No message has entities: there is no DOCTYPE in one. An ID must be there once. */
const rare = /^(?:ENTITY|ENTITIES|ID|IDREF|IDREFS|NOTATION)$/;
const common = simpleTypes.filter((name) => !rare.test(name));

/** One that there is. */
export function someType(draft: ContractDraft): SimpleDraft {
  const { draw, simple } = draft;
  if (simple.length > 0 && draw.chance(50)) return draw.pick(simple);
  return plainType(draw.chance(40) ? draw.pick(['string', 'int', 'boolean']) : draw.pick(common));
}

export function spellType(file: FileDraft, type: SimpleDraft): string {
  return type.plain ? type.local : file.spell(type);
}

interface Made {
  readonly yaml: Yaml;
  readonly type: Omit<SimpleDraft, 'namespace' | 'local' | 'plain'>;
}

/** Declares one. */
export function declareType(draft: ContractDraft, home: HomeDraft): void {
  const { local, override } = draft.names.top(`type ${home.namespace}`);
  const created = makeType(draft, home, 2);
  const isShort = Array.isArray(created.yaml) && override === undefined;
  const map =
    created.yaml instanceof Map ? (created.yaml as YamlMap) : mapOf(['base', 'string'], ['enum', created.yaml]);
  const yaml = isShort ? created.yaml : new Map([...map, ...mapOf(['name', override], ...draft.notes())]);
  home.file.add('types', home.file.spell({ namespace: home.namespace, local }), yaml);
  draft.simple.push({ ...created.type, namespace: home.namespace, local, plain: false });
}

/** A simple type without a name. */
export function makeType(draft: ContractDraft, home: HomeDraft, depth = 1): Made {
  const kind = draft.draw.int(1, 10);
  if (kind <= 2) return makeList(draft, home, depth);
  if (kind <= 4) return makeUnion(draft, home, depth);
  return makeRestriction(draft, home, depth);
}

/** By its name, or made in its place. */
function part(draft: ContractDraft, home: HomeDraft, depth: number, type: SimpleDraft): Made {
  if (depth > 0 && draft.draw.chance(15)) {
    const inner = makeType(draft, home, depth - 1);
    if (inner.yaml instanceof Map) return inner;
  }
  return { yaml: spellType(home.file, type), type };
}

function makeList(draft: ContractDraft, home: HomeDraft, depth: number): Made {
  const { draw } = draft;
  const possible = [...common.map(plainType), ...draft.simple].filter(
    ({ variety, texts, root }) => variety === 'atomic' && root !== 'string' && texts.some(isItem),
  );
  const chosen = part(draft, home, 0, draw.pick(possible));
  const items = chosen.type.texts.filter(isItem);
  const codec = soap.list('list', chosen.type.codec) as soap.SimpleType<unknown>;
  const texts = Array.from({ length: 6 }, (_, index) =>
    Array.from({ length: index % 4 }, () => draw.pick(items)).join(' '),
  );
  const type = { codec, texts, variety: 'list', root: undefined, limits: {} } as const;
  const created = { yaml: mapOf(['list', chosen.yaml]), type };
  return draw.chance(50) && depth >= 0 ? narrowed(draft, created) : created;
}

function isItem(text: string): boolean {
  return /^[^\s]+$/.test(text);
}

function makeUnion(draft: ContractDraft, home: HomeDraft, depth: number): Made {
  const { draw } = draft;
  const members = draw.times(2, 3, () => part(draft, home, depth, someType(draft)));
  const codec = soap.union('union', ...members.map(({ type }) => type.codec)) as soap.SimpleType<unknown>;
  const texts = members.flatMap(({ type }) => type.texts).filter((text) => fits(codec, text));
  const created: Made = {
    yaml: mapOf(['union', members.map(({ yaml }) => yaml)]),
    type: { codec, texts, variety: 'union', root: undefined, limits: {} },
  };
  return draw.chance(20) ? narrowed(draft, created) : created;
}

function makeRestriction(draft: ContractDraft, home: HomeDraft, depth: number): Made {
  const { draw } = draft;
  const base = part(draft, home, depth, someType(draft));
  const created = narrowed(draft, { yaml: mapOf(['base', base.yaml]), type: base.type });
  const map = created.yaml as YamlMap;
  const values = map.get('enum');
  const isPlain = base.yaml === 'string' && map.size === 2 && Array.isArray(values);
  return isPlain && draw.chance(50) ? { ...created, yaml: values as Yaml } : created;
}

/** The same with facets, if some are found that leave values. */
function narrowed(draft: ContractDraft, { yaml, type }: Made): Made {
  const { draw } = draft;
  for (let attempt = 0; attempt < 6; attempt++) {
    const facets = drawFacets(draw, type);
    if (facets === undefined || isWider(facets, type.limits)) continue;
    const codec = soap.restriction('restriction', type.codec, codecFacets(facets)) as soap.SimpleType<unknown>;
    const more =
      facets.patterns?.flatMap((pattern) => [0, 1, 2].map((extra) => textOfPattern(pattern, extra) ?? '')) ?? [];
    const listed = facets.enumeration?.map(({ value }) => value);
    const known = listed !== undefined && type.variety !== 'atomic' ? listed : [...type.texts, ...more];
    const texts = known.filter((text) => fits(codec, text));
    if (texts.length === 0) continue;
    const written = facetEntries(facets, draw);
    return {
      yaml: new Map([...(yaml as YamlMap), ...written]),
      type: { ...type, codec, texts, limits: { ...type.limits, ...facets } },
    };
  }
  return { yaml, type };
}

/** Wider than its base, which makes no sense. */
function isWider(facets: Facets, limits: Facets): boolean {
  const { length, minLength = limits.minLength } = facets;
  if (length !== undefined && (limits.length ?? limits.minLength ?? limits.maxLength) !== undefined) return true;
  if (limits.length !== undefined && (facets.minLength ?? facets.maxLength) !== undefined) return true;
  if (limits.whiteSpace !== undefined && facets.whiteSpace !== undefined) return true;
  const most = (key: 'maxLength' | 'totalDigits' | 'fractionDigits'): boolean =>
    (facets[key] ?? 0) > (limits[key] ?? Infinity);
  return (
    (minLength ?? 0) < (limits.minLength ?? 0) || most('maxLength') || most('totalDigits') || most('fractionDigits')
  );
}

function fits(codec: soap.SimpleType<unknown>, text: string): boolean {
  try {
    codec.parse(text);
    return true;
  } catch (error) {
    if (error instanceof soap.ValueError) return false;
    throw error;
  }
}

const patterns: readonly string[] = [
  ...[
    '[A-Z]{2}',
    '\\d+',
    '[a-z]*',
    '.*',
    '[^a]+',
    '\\i\\c*',
    'a|b|red',
    '(ab?c)*x?',
    '[\\w-[aeiou]]+',
    '\\p{L}+',
    '-?\\d+(\\.\\d+)?',
  ],
  ...[
    '[\\-\\d]+.*',
    'true|false',
    '\\S*',
    '[ -~]*',
    '.{1,5}',
    '(true|1)',
    "['`$\\{\\*/]*.*",
    '\\p{IsBasicLatin}*',
    '[^\\s]*\\s?',
  ],
];

function drawFacets(draw: Draw, { texts, root, variety, codec }: Made['type']): Facets | undefined {
  if (texts.length === 0) return undefined;
  const canonical = texts.filter((text) => isCanonical(text, codec, root));
  const enumeration = (): Facets | undefined => {
    if (root === 'boolean' || root === 'QName' || root === 'NOTATION' || canonical.length === 0) return undefined;
    // See `libxml2CannotCompile` of differences.ts.
    const known = variety === 'atomic' ? canonical : canonical.filter((text) => text !== '');
    if (known.length === 0) return undefined;
    const values = [...new Set(draw.some(known, 1, 4))];
    return { enumeration: values.map((value) => ({ value })) };
  };
  const pattern = (): Facets => ({ patterns: [draw.pick(patterns)] });
  if (variety === 'union') return draw.pick([enumeration, pattern])();
  const lengths = (): Facets => {
    const value = codec.parse(draw.pick(texts));
    const length = typeof value === 'string' ? [...value].length : (value as { readonly length: number }).length;
    const choice = draw.int(1, 4);
    if (choice === 1) return { length };
    if (choice === 2) return { minLength: length };
    return choice === 3 ? { maxLength: length } : { minLength: Math.max(0, length - 1), maxLength: length + 1 };
  };
  const whiteSpace = (): Facets => {
    const words = ['preserve', 'replace', 'collapse'] as const;
    return { whiteSpace: draw.pick(words.slice(root === 'string' ? 0 : root === 'normalizedString' ? 1 : 2)) };
  };
  if (variety === 'list') return draw.pick([lengths, lengths, enumeration, pattern])();
  // See `timeOrder` of differences.ts.
  const known = root === 'time' ? canonical.filter((text) => /^[\d:.]+$/.test(text)) : canonical;
  const bounds = (): Facets | undefined => boundsOf(draw, known, codec);
  if (root === undefined || root === 'QName' || root === 'NOTATION') return pattern();
  if (root === 'boolean') return { patterns: [draw.pick(['true|false', 'true|1', '.*'])] };
  if (/Binary$/.test(root)) return draw.pick([lengths, enumeration, pattern])();
  if (root === 'decimal') return draw.pick([bounds, bounds, enumeration, pattern, () => digits(draw, true)])();
  if (isInteger(root)) return draw.pick([bounds, bounds, enumeration, pattern, () => digits(draw, false)])();
  if (codec.compare !== undefined) return draw.pick([bounds, enumeration, pattern])();
  return draw.pick([lengths, lengths, enumeration, pattern, whiteSpace])();
}

function isInteger(root: SimpleTypeName): boolean {
  return isBig(root) || /^(?:unsigned)?(?:int|short|byte)$/i.test(root);
}

function digits(draw: Draw, fraction: boolean): Facets {
  const totalDigits = draw.int(1, 12);
  if (!fraction) return { totalDigits };
  const fractionDigits = draw.int(0, Math.min(4, totalDigits));
  return draw.pick<Facets>([{ totalDigits }, { fractionDigits }, { totalDigits, fractionDigits }]);
}

function boundsOf(draw: Draw, canonical: readonly string[], codec: soap.SimpleType<unknown>): Facets | undefined {
  const { compare } = codec;
  if (canonical.length === 0 || compare === undefined) return undefined;
  const one = draw.pick(canonical);
  const other = draw.pick(canonical);
  const order = compare(codec.parse(one), codec.parse(other));
  if (!(order < 0) || draw.chance(40)) {
    const key = draw.pick(['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const);
    return { [key]: one };
  }
  return draw.chance(50) ? { minInclusive: one, maxInclusive: other } : { minExclusive: one, maxInclusive: other };
}

/** As the contract language wants values: written as they come out again. */
function isCanonical(text: string, codec: soap.SimpleType<unknown>, root: SimpleTypeName | undefined): boolean {
  if (!prints(codec, text) || text.includes('{') || isLocalTime(text)) return false;
  if (root === 'float' || root === 'double')
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(codec.parse(text)) === text;
  if (root !== undefined && codec.compare !== undefined) {
    const printed = codec.print(codec.parse(text));
    return printed === text && !/^24:|T24:/.test(text);
  }
  return (
    text.replace(/[\t\n\r ]+/g, ' ').trim() === text && (root !== undefined || codec.print(codec.parse(text)) === text)
  );
}

/** As a Date a time is written with its zone, a day without: it is then no value that is listed. */
function isLocalTime(text: string): boolean {
  return /T\d\d:\d\d:[\d.]+(?: |$)|T.*\.\d{4}|\d{4}-\d\d-\d\d(?:Z|[-+]\d\d:\d\d)/.test(text);
}

/** A pattern may leave a value none but forms that are never written. */
function prints(codec: soap.SimpleType<unknown>, text: string): boolean {
  try {
    codec.parse(codec.print(codec.parse(text)));
    return true;
  } catch (error) {
    if (error instanceof soap.ValueError) return false;
    throw error;
  }
}

const spelled: Readonly<Record<string, string>> = { minInclusive: 'min', maxInclusive: 'max' };

function facetEntries({ enumeration, patterns: [pattern] = [], ...rest }: Facets, draw: Draw): YamlMap {
  const map = mapOf(['pattern', pattern]);
  for (const [key, value] of Object.entries(rest)) if (value !== undefined) map.set(spelled[key] ?? key, String(value));
  const values = enumeration?.map(({ value }) => value);
  if (values === undefined) return map;
  const described = mapOf(...values.map((value): [string, Yaml] => [value, `Means ${value}.`]));
  return map.set('enum', draw.chance(20) && values.every((value) => value !== '') ? described : values);
}
