import { ContractError, type Facets, rootOf, type SimpleDefinition, translatePattern } from '../contract/index.ts';
import type { Literal } from './code.ts';
import { stringLiteral } from './literal.ts';

const counts = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;

/** The argument of the runtime's `restriction`. */
export function facetEntries(facets: Facets): readonly (readonly [key: string, value: Literal])[] {
  const { enumeration, patterns } = facets;
  return [
    ...(enumeration === undefined
      ? []
      : [
          entry(
            'enumeration',
            enumeration.map(({ value }) => stringLiteral(value)),
          ),
        ]),
    ...(patterns === undefined ? [] : [entry('patterns', patterns.map(regExp))]),
    ...(facets.whiteSpace === undefined ? [] : [['whiteSpace', stringLiteral(facets.whiteSpace)] as const]),
    ...counts.flatMap((name) => (facets[name] === undefined ? [] : [[name, String(facets[name])] as const])),
    ...bounds.flatMap((name) => (facets[name] === undefined ? [] : [[name, stringLiteral(facets[name])] as const])),
  ];
}

function entry(key: string, list: readonly string[]): readonly [key: string, value: Literal] {
  return [key, { list }];
}

/** By its constructor: as a literal, the newer flag would need a newer target of the compiler. */
function regExp(pattern: string): string {
  const translated = translatePattern(pattern);
  if ('fault' in translated) throw new ContractError('Unsupported', `The pattern ${pattern}: ${translated.fault}.`);
  return `/*@__PURE__*/ new RegExp(${stringLiteral(translated.source)}, '${translated.flags}')`;
}

/** The values that the facets of a definition allow, in a sentence; undefined without facets that restrict the value. */
export function facetsText(definition: SimpleDefinition): string | undefined {
  if (definition.kind !== 'restriction') return undefined;
  const { patterns = [], length, minLength, maxLength, totalDigits, fractionDigits, ...bounds } = definition.facets;
  const parts = [
    ...lengthText(length ?? minLength, length ?? maxLength, unitOf(definition)),
    ...rangeText(bounds),
    ...(totalDigits === undefined ? [] : [countText(undefined, totalDigits, 'digit')]),
    ...(fractionDigits === undefined
      ? []
      : [`${countText(undefined, fractionDigits, 'digit')} after the decimal point`]),
    ...patterns.map((pattern) => `pattern \`${pattern}\``),
  ];
  if (parts.length === 0) return undefined;
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function lengthText(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  return least === undefined && most === undefined ? [] : [countText(least, most, unit)];
}

/** `1 to 10 characters`, `at least 1 item`, `at most 10 bytes` or `4 digits`. */
export function countText(least: number | undefined, most: number | undefined, unit: string): string {
  const units = (count: number): string => `${count} ${count === 1 ? unit : `${unit}s`}`;
  if (most === undefined) return `at least ${units(least ?? 0)}`;
  if (least === most) return units(most);
  return (least ?? 0) === 0 ? `at most ${units(most)}` : `${least} to ${units(most)}`;
}

function rangeText({ minInclusive, minExclusive, maxInclusive, maxExclusive }: Facets): readonly string[] {
  if (minInclusive !== undefined && maxInclusive !== undefined) return [`${minInclusive} to ${maxInclusive}`];
  return [
    ...(minInclusive === undefined ? [] : [`at least ${minInclusive}`]),
    ...(minExclusive === undefined ? [] : [`more than ${minExclusive}`]),
    ...(maxInclusive === undefined ? [] : [`at most ${maxInclusive}`]),
    ...(maxExclusive === undefined ? [] : [`less than ${maxExclusive}`]),
  ];
}

/** The unit of a type's lengths (XML Schema part 2, 4.3.1). */
function unitOf(definition: SimpleDefinition): string {
  const root = rootOf(definition);
  if (root === undefined || /^(?:NMTOKENS|IDREFS|ENTITIES)$/.test(root.name)) return 'item';
  return root.name === 'base64Binary' || root.name === 'hexBinary' ? 'byte' : 'character';
}
