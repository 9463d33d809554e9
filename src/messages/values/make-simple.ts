import { base64Binary, hexBinary } from '@soapwright/runtime';
import {
  type Facets,
  fractionTypes,
  rootOf,
  type SimpleDefinition,
  type SimpleTypeName,
  type SimpleValue,
  wholeNumberTypes,
} from '../../contract/index.ts';
import { sampleValue } from '../../emit/index.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';
import { plausibleFlag, plausibleRange, plausibleText, plausibleTime } from './plausible-text.ts';
import type { Random } from './random.ts';

/**
 * A plausible value of a simple type, by the name of its field. Each candidate is parsed by the type's own codec, so that the
 * value has all of its facets.
 *
 * @returns undefined if no value of the type was found.
 */
export function makeSimple(model: ValueModel, type: SimpleValue, name: string, random: Random): Value {
  const definition = model.definition(type);
  const codec = model.codec(type);
  if (type.fallback?.kind === 'fixed') return codec.parse(type.fallback.text);
  for (const text of candidates(definition, name, random)) {
    try {
      const value = codec.parse(text);
      // An empty element has the default value.
      if (type.fallback === undefined || codec.print(value) !== '') return value;
    } catch {
      // Another candidate may have all facets.
    }
  }
  return type.fallback === undefined ? undefined : codec.parse(type.fallback.text);
}

function* candidates(definition: SimpleDefinition, name: string, random: Random): Generator<string> {
  const steps = facetsOf(definition);
  const enumeration = steps.find((facets) => facets.enumeration !== undefined)?.enumeration;
  if (enumeration !== undefined && enumeration.length > 0) {
    yield random.pick(enumeration).value;
    yield* enumeration.map(({ value }) => value);
  }
  const root = rootOf(definition)?.name;
  if (root !== undefined) yield* ofType(root, steps, name, random);
  const sample = sampleValue(definition);
  if (sample !== undefined) yield sample;
}

/** The facets of a type and of those that it restricts, its own first. */
function facetsOf(definition: SimpleDefinition): readonly Facets[] {
  switch (definition.kind) {
    case 'restriction':
      return [definition.facets, ...facetsOf(definition.base)];
    case 'declared':
      return facetsOf(definition.definition);
    default:
      return [];
  }
}

function* ofType(type: SimpleTypeName, steps: readonly Facets[], name: string, random: Random): Generator<string> {
  if (wholeNumberTypes.has(type)) yield String(numberFor(type, steps, name, random));
  else if (fractionTypes.has(type)) {
    const cents = random.int(0, 99);
    const number = numberFor(type, steps, name, random);
    yield `${number}.${String(cents).padStart(2, '0')}`;
    yield String(number);
  } else if (type === 'boolean') yield String(plausibleFlag(name, random));
  else if (type === 'base64Binary') yield base64Binary.print(utf8(plausibleText(name, random)));
  else if (type === 'hexBinary') yield hexBinary.print(utf8(plausibleText(name, random)));
  else if (type === 'anyURI') yield `https://example.com/${plausibleText('', random)}`;
  else if (type === 'QName' || type === 'NOTATION') yield `{urn:example}${plausibleText('', random)}`;
  else {
    const time = plausibleTime(type, random);
    if (time !== undefined) yield time;
    else yield* texts(steps, name, random);
  }
}

function* texts(steps: readonly Facets[], name: string, random: Random): Generator<string> {
  const text = plausibleText(name, random);
  yield text;
  yield text.replace(/[^A-Za-z0-9]/g, '');
  for (const { length, maxLength, minLength } of steps) {
    const most = length ?? maxLength;
    if (most !== undefined && most < text.length) yield text.slice(0, most).trim();
    const least = length ?? minLength;
    if (least !== undefined && least > text.length && least < 1_000) yield text.padEnd(least, 'x');
  }
}

/** A whole number in the range of the name, and of the facets where these differ. */
function numberFor(type: SimpleTypeName, steps: readonly Facets[], name: string, random: Random): number {
  const range = plausibleRange(name);
  const bounds = (keys: readonly (keyof Facets)[], beside: number): readonly number[] =>
    steps.flatMap((facets) =>
      keys.flatMap((key) => {
        const bound = facets[key] === undefined ? Number.NaN : Number(facets[key]);
        return Number.isFinite(bound) ? [key.endsWith('Exclusive') ? bound + beside : bound] : [];
      }),
    );
  const negative = type === 'negativeInteger' || type === 'nonPositiveInteger';
  const lows = bounds(['minInclusive', 'minExclusive'], 1);
  const highs = bounds(['maxInclusive', 'maxExclusive'], -1);
  let low = Math.ceil(Math.max(negative ? -range.most : range.least, ...lows));
  let high = Math.floor(Math.min(negative ? -1 : mostOf(type, range.most), ...highs));
  if (low > high) {
    // The facets count more than the name.
    if (lows.length > 0) high = Math.max(low, Math.floor(Math.min(low + 1_000, ...highs)));
    else low = high;
  }
  return random.int(low, high);
}

function mostOf(type: SimpleTypeName, most: number): number {
  if (type === 'byte') return Math.min(most, 127);
  if (type === 'unsignedByte') return Math.min(most, 255);
  return type === 'short' ? Math.min(most, 32_767) : type === 'unsignedShort' ? Math.min(most, 65_535) : most;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
