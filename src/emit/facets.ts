import { ContractError, type Facets, translatePattern } from '../contract/index.ts';
import type { Literal } from './code.ts';
import { stringLiteral } from './literal.ts';

const counts = ['length', 'minLength', 'maxLength', 'totalDigits', 'fractionDigits'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;

/** Facets as the runtime takes them. */
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

/** By its constructor: as a literal, the newer flag would ask for a newer target of the compiler. */
function regExp(pattern: string): string {
  const translated = translatePattern(pattern);
  if ('fault' in translated) throw new ContractError('Unsupported', `The pattern ${pattern}: ${translated.fault}.`);
  return `/*@__PURE__*/ new RegExp(${stringLiteral(translated.source)}, '${translated.flags}')`;
}

/** What values must hold, in a sentence for people; undefined when their type says it all. */
export function facetsText(facets: Facets): string | undefined {
  const { patterns = [], length, minLength, maxLength, totalDigits, fractionDigits } = facets;
  const words = [
    ...patterns.map((pattern) => `of the form \`${pattern}\``),
    ...(length === undefined ? [] : [`of length ${length}`]),
    ...(minLength === undefined ? [] : [`of length ${minLength} or more`]),
    ...(maxLength === undefined ? [] : [`of length ${maxLength} or less`]),
    ...(facets.minInclusive === undefined ? [] : [`at least ${facets.minInclusive}`]),
    ...(facets.minExclusive === undefined ? [] : [`more than ${facets.minExclusive}`]),
    ...(facets.maxInclusive === undefined ? [] : [`at most ${facets.maxInclusive}`]),
    ...(facets.maxExclusive === undefined ? [] : [`less than ${facets.maxExclusive}`]),
    ...(totalDigits === undefined ? [] : [`of ${totalDigits} digits or fewer`]),
    ...(fractionDigits === undefined ? [] : [`with ${fractionDigits} digits or fewer behind the decimal point`]),
  ];
  return words.length === 0 ? undefined : `Values are ${words.join(', ')}.`;
}
