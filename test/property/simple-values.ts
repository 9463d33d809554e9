import * as soap from '@soapwright/runtime';
import type { Facets, SimpleDefinition, SimpleTypeName } from '../../src/contract/model/index.ts';
import { textOfPattern } from '../../src/emit/sample-pattern.ts';
import { simpleCodec } from '../../src/messages/model/simple-codec.ts';
import type { Draw } from './draw.ts';
import { drawText, edges } from './lexical.ts';

/** Values of simple types: a valid text is drawn, and the type of the runtime computes its value. */

/** No text was found that fits: the type may have none. */
export class NoValue extends Error {}

/** A text that may fit. */
export function textFor(draw: Draw, definition: SimpleDefinition): string {
  switch (definition.kind) {
    case 'built-in':
      return drawText(draw, definition.name);
    case 'declared':
      return textFor(draw, definition.definition);
    case 'list':
      return listText(draw, definition.item, draw.int(0, 4));
    case 'union':
      return textFor(draw, draw.pick(definition.members));
    case 'restriction':
      return restrictedText(draw, definition);
  }
}

function restrictedText(draw: Draw, { base, facets }: Extract<SimpleDefinition, { kind: 'restriction' }>): string {
  const { enumeration, patterns = [] } = facets;
  if (enumeration !== undefined) return draw.pick(enumeration).value;
  if (draw.chance(35)) return textFor(draw, base);
  const [pattern] = patterns;
  if (pattern !== undefined && draw.chance(80)) return textOfPattern(pattern, draw.int(0, 3)) ?? '';
  const bounds = [facets.minInclusive, facets.maxInclusive, facets.minExclusive, facets.maxExclusive];
  const bound = bounds.filter((text) => text !== undefined);
  if (bound.length > 0 && draw.chance(40)) return near(draw, draw.pick(bound));
  const { length, minLength = 0, maxLength = minLength + 3 } = facets;
  const item = itemOf(base);
  if (item !== undefined) return listText(draw, item, length ?? draw.int(minLength, maxLength));
  return lengthened(draw, textFor(draw, base), facets);
}

/** Of a list, however it is restricted. */
function itemOf(definition: SimpleDefinition): SimpleDefinition | undefined {
  switch (definition.kind) {
    case 'list':
      return definition.item;
    case 'declared':
      return itemOf(definition.definition);
    case 'restriction':
      return itemOf(definition.base);
    default:
      return undefined;
  }
}

function listText(draw: Draw, item: SimpleDefinition, count: number): string {
  return Array.from({ length: count }, () => fittingText(draw, item)).join(' ');
}

/** The number beside a bound. */
function near(draw: Draw, bound: string): string {
  return /^-?\d+$/.test(bound) ? `${BigInt(bound) + BigInt(draw.int(-1, 1))}` : bound;
}

function lengthened(draw: Draw, text: string, { length, minLength = 0, maxLength }: Facets): string {
  const wanted = length ?? (draw.chance(50) ? minLength : maxLength);
  if (wanted === undefined || wanted > 50 || draw.chance(30)) return text;
  return [...text, ...'abcdefghij'.repeat(5)].slice(0, wanted).join('');
}

/** How often a text is tried. */
const tries = 60;

/** The built-in types that a definition is made of. */
export function rootsOf(definition: SimpleDefinition): readonly SimpleTypeName[] {
  switch (definition.kind) {
    case 'built-in':
      return [definition.name];
    case 'declared':
      return rootsOf(definition.definition);
    case 'restriction':
      return rootsOf(definition.base);
    case 'list':
      return rootsOf(definition.item);
    case 'union':
      return definition.members.flatMap(rootsOf);
  }
}

/** A text of a type, as allowed in a contract. @throws {NoValue} */
export function fittingText(draw: Draw, definition: SimpleDefinition): string {
  const type = simpleCodec(definition);
  for (let attempt = 0; attempt < tries; attempt++) {
    const text = textFor(draw, definition);
    if (fits(type, text)) return text;
  }
  const rest = rootsOf(definition).flatMap((name) => edges[name]);
  const found = rest.find((text) => fits(type, text));
  if (found === undefined) throw new NoValue(`No text fits the type ${JSON.stringify(definition)}.`);
  return found;
}

function fits(type: soap.SimpleType<unknown>, text: string): boolean {
  let value: unknown;
  try {
    value = type.parse(text);
  } catch (error) {
    if (error instanceof soap.ValueError) return false;
    throw error;
  }
  try {
    // See `unqualifiedQName` of differences.ts.
    if (JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? 0 : one))?.includes('"namespace":""'))
      return false;
    // A value whose text fits an earlier member of a union is read as one of that.
    return kindOf(type.parse(type.print(value))) === kindOf(value);
  } catch (error) {
    // A pattern may leave a value none but forms that are never written: it can be read, and not be sent.
    if (error instanceof soap.ValueError && /form of its type|fits none/.test(error.reason)) return false;
    throw error;
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(kindOf).join(' ');
  return typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
}
