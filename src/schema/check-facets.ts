import { isSimpleType, type SimpleTypeName, simpleTypes } from '../contract/index.ts';
import { contract as kinds } from '../diagnostics/index.ts';
import type { FacetsDocument, TypeDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { isRestrictable } from './read-type.ts';
import type { Located } from './shape.ts';

/** What facets a type takes, by the built-in type that it comes down to. */
type Kind = 'text' | 'list' | 'binary' | 'integer' | 'decimal' | 'float' | 'calendar';

const decimals: ReadonlySet<string> = new Set(['decimal']);
const floats: ReadonlySet<string> = new Set(['double', 'float']);
const lists: ReadonlySet<string> = new Set(['NMTOKENS', 'IDREFS', 'ENTITIES']);
const calendar: ReadonlySet<string> = new Set('date time duration gYear gYearMonth gMonth gMonthDay gDay'.split(' '));
const integers: ReadonlySet<string> = new Set(
  `int long integer nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong unsignedInt short
  unsignedShort byte unsignedByte`.split(/\s+/),
);

function kindOf(root: SimpleTypeName): Kind {
  if (integers.has(root)) return 'integer';
  if (decimals.has(root)) return 'decimal';
  if (floats.has(root)) return 'float';
  if (lists.has(root)) return 'list';
  if (calendar.has(root)) return 'calendar';
  return root === 'hexBinary' ? 'binary' : 'text';
}

/** Each declared type comes down to a built-in one, by steps that are there, and its facets fit that one. */
export function checkDeclaredTypes(types: readonly TypeDocument[], findings: Findings): void {
  const byName = new Map(types.map((type) => [type.name.text, type]));
  for (const type of types) {
    const root = rootOf(type, byName, findings);
    if (root !== undefined) checkFacets(type, root, findings);
  }
}

function rootOf(
  type: TypeDocument,
  byName: ReadonlyMap<string, TypeDocument>,
  findings: Findings,
): SimpleTypeName | undefined {
  const seen = new Set<string>([type.name.text]);
  let base: Located = type.base;
  for (;;) {
    if (isSimpleType(base.text)) {
      if (isRestrictable(base.text)) return base.text;
      if (base === type.base) findings.add(kinds.notRestrictable, { type: base.text }, base.at);
      return undefined;
    }
    const next = byName.get(base.text);
    if (next === undefined) {
      if (base === type.base) {
        const among = [...simpleTypes, ...byName.keys()];
        findings.add(kinds.unknownBase, { type: base.text }, base.at, { didYouMean: { name: base.text, among } });
      }
      return undefined;
    }
    if (seen.has(base.text)) {
      findings.add(kinds.endlessType, { type: type.name.text }, type.base.at);
      return undefined;
    }
    seen.add(base.text);
    base = next.base;
  }
}

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;

/** By the names that they have in a contract. */
const spelled: Readonly<Record<string, string>> = { minInclusive: 'min', maxInclusive: 'max' };

function checkFacets({ name, facets }: TypeDocument, root: SimpleTypeName, findings: Findings): void {
  const kind = kindOf(root);
  const refuse = (facet: string): void => {
    findings.add(kinds.facetDoesNotFit, { facet: spelled[facet] ?? facet, type: name.text }, name.at);
  };
  const numeric = kind === 'integer' || kind === 'decimal' || kind === 'float';
  const measured = kind === 'text' || kind === 'list' || kind === 'binary';
  for (const facet of lengths) if (facets[facet] !== undefined && !measured) refuse(facet);
  for (const facet of bounds) if (facets[facet] !== undefined && !numeric) refuse(facet);
  for (const facet of digits) {
    if (facets[facet] !== undefined && kind !== 'integer' && kind !== 'decimal') refuse(facet);
  }
  if (facets.enumeration !== undefined && (kind === 'list' || kind === 'binary')) refuse('enum');
  if (facets.pattern !== undefined && kind === 'binary') refuse('pattern');
  checkOrder(name, facets, findings);
  for (const value of valuesOf(facets)) {
    if (!fits(value.text, kind) || !inRange(value.text, root))
      findings.add(kinds.badFacetValue, { value: value.text, type: name.text }, value.at);
  }
}

function checkOrder(name: Located, { minLength, maxLength, length }: FacetsDocument, findings: Findings): void {
  const impossible = (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY);
  if (impossible || (length !== undefined && (minLength ?? maxLength) !== undefined)) {
    findings.add(kinds.lengthsExclude, { type: name.text }, name.at);
  }
}

function valuesOf(facets: FacetsDocument): readonly Located[] {
  const values = facets.enumeration?.map(({ value }) => value) ?? [];
  return [...values, ...bounds.flatMap((facet) => facets[facet] ?? [])];
}

const ranges: Readonly<Record<string, readonly [least: bigint | undefined, most: bigint | undefined]>> = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsignedByte: [0n, 255n],
  unsignedShort: [0n, 65_535n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
};

/** Whether a built-in integer type has a value; of what is none, nothing is said. */
function inRange(text: string, root: SimpleTypeName): boolean {
  if (!Object.hasOwn(ranges, root) || !/^-?\d{1,100}$/.test(text)) return true;
  const [least, most] = ranges[root] ?? [];
  const value = BigInt(text);
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** Numbers are written as they come out again: a literal type must say exactly what a codec delivers. */
function fits(text: string, kind: Kind): boolean {
  switch (kind) {
    case 'integer':
      return /^(?:0|-?[1-9]\d{0,99})$/.test(text);
    case 'decimal':
      return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) && !/^-0(?:\.0*)?$/.test(text);
    case 'float':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(Number(text)) === text;
    default:
      return text.trim() === text && !/[\t\n\r]| {2}/.test(text);
  }
}
