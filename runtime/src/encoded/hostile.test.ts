import { describe, expect, it } from 'vitest';
import {
  encodedEnvelope,
  readAny,
  readMessage,
  readStore,
  readStored,
} from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';
import { readInt } from '../index.ts';
import { defaultLimits, withDefaults } from '../xml/limits.ts';
import { readGrid, readNullableArray } from './index.ts';

/** `count` pieces of a message. */
const repeat = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/** The limit that reading reaches. */
function limitOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return /limit (\w+) /.exec((error as Error).message)?.[1] ?? (error as Error).message;
  }
  return 'none';
}

const readArrayOf = (array: string) =>
  readMessage(encodedEnvelope(array), (reader) => readNullableArray(reader, readInt));

describe('a hostile message', () => {
  it('of arrays that refer twice to the next one, 2^30 values, reaches maxElements', () => {
    const arrays = repeat(
      30,
      (n) => `<x id="a${n}" xsi:type="enc:Array"><i href="#a${n + 1}"/><i href="#a${n + 1}"/></x>`,
    );
    const bomb = () => readStored('<extra href="#a0"/>', `${arrays}<x id="a30">leaf</x>`);
    expect(limitOf(bomb)).toBe('maxElements');
  });

  it('that refers to one large text many times shares it', () => {
    const text = 'x'.repeat(1_000_000);
    const array = `<extra xsi:type="enc:Array">${repeat(9_000, () => '<i href="#t"/>')}</extra>`;
    const values = readStored(array, `<x id="t">${text}</x>`).extra as string[];
    expect(values).toHaveLength(9_000);
    expect(values.every((value) => value === values[0])).toBe(true);
  });

  it('of a chain of 40,000 references is read in linear time, and without recursion', () => {
    const chain = repeat(40_000, (n) => `<x id="c${n}" href="#c${n + 1}"/>`);
    const many = `<extra xsi:type="enc:Array">${repeat(9_000, () => '<i href="#c0"/>')}</extra>`;
    const { extra } = readStored(many, `${chain}<x id="c40000" xsi:type="xsd:int">7</x>`);
    expect((extra as number[]).every((value) => value === 7)).toBe(true);
    const back = repeat(40_000, (n) => `<x id="c${n}" href="#c${(n + 1) % 40_000}"/>`);
    expect(failure(() => readStored('<extra href="#c0"/>', back))).toEqual(['reference', 'store/extra']);
  });

  it('of structs that each refer to the next one reaches maxDepth', () => {
    const structs = repeat(1_000, (n) => `<x id="s${n}" xsi:type="enc:Struct"><next href="#s${n + 1}"/></x>`);
    expect(limitOf(() => readStored('<extra href="#s0"/>', `${structs}<x id="s1000"/>`))).toBe('maxDepth');
    const most = { limits: withDefaults({ maxDepth: 256 }) };
    expect(limitOf(() => readStored('<extra href="#s0"/>', `${structs}<x id="s1000"/>`, most))).toBe('maxDepth');
  });

  it('of arrays in arrays reaches maxDepth', () => {
    const open = '<i xsi:type="enc:Array">'.repeat(100);
    const nested = `<extra xsi:type="enc:Array" enc:arrayType="xsd:int${'[]'.repeat(100)}[1]">${open}${'</i>'.repeat(100)}</extra>`;
    expect(limitOf(() => readStored(nested))).toBe('maxDepth');
  });

  it('of a million ids reaches maxElements', () => {
    const ids = repeat(defaultLimits.maxElements + 1, (n) => `<x id="i${n}"/>`);
    expect(limitOf(() => readStored('<extra href="#i0"/>', ids))).toBe('maxElements');
    expect(limitOf(() => readStored('<extra/>', ids))).toBe('maxElements');
  });

  it.each(['[2147483648]', '[4294967296]', '[9007199254740993]', '[-1]'])(
    'that declares %s items gets memory for those that it has',
    (sizes) => {
      expect(readArrayOf(`<a enc:arrayType="xsd:int${sizes}"><i>1</i></a>`)).toEqual([1]);
    },
  );

  it.each(['[99999999,99999999]', '[2147483648,1]', '[1,9007199254740993]'])(
    'that declares a grid of %s reaches maxItems',
    (sizes) => {
      const grid = encodedEnvelope(`<a enc:arrayType="xsd:int${sizes}"><i>1</i></a>`);
      expect(limitOf(() => readMessage(grid, (reader) => readGrid(reader, readInt, 2)))).toBe('maxItems');
      expect(limitOf(() => readMessage(grid, readAny))).toBe('maxItems');
    },
  );

  it('with a position or an offset far away reaches maxItems', () => {
    expect(limitOf(() => readArrayOf('<a><i enc:position="[4294967295]">1</i></a>'))).toBe('maxItems');
    expect(limitOf(() => readArrayOf('<a enc:offset="[10000]"><i>1</i></a>'))).toBe('maxItems');
  });

  it('of many sparse arrays reaches maxElements', () => {
    const array = '<i xsi:type="enc:Array"><i enc:position="[9999]">1</i></i>';
    expect(limitOf(() => readStored(`<extra xsi:type="enc:Array">${array.repeat(11)}</extra>`))).toBe('maxElements');
  });

  it('with many declarations around many targets takes linear time', () => {
    const declarations = (level: number) => repeat(900, (n) => ` xmlns:d${level}_${n}="u"`);
    const open = repeat(20, (level) => `<x id="l${level}"${declarations(level)}>`);
    const targets = repeat(2_000, (n) => `<x id="t${n}">v</x>`);
    const beside = open + targets + '</x>'.repeat(20);
    const array = `<extra xsi:type="enc:Array">${repeat(2_000, (n) => `<i href="#t${n}"/>`)}</extra>`;
    expect(limitOf(() => readStored(array, beside))).toBe('maxElements');
  });

  it('is rejected wherever it is not well-formed, in skipped parts too', () => {
    for (const beside of ['<x id="a"><b></x>', '<x id="a" id="b"/>', '<x id="a">&b;</x>', '<q:x id="a"/>']) {
      expect(failure(() => readStored('<person><name>A</name></person>', beside))[0]).toBe('ill-formed');
      expect(failure(() => readStored('<extra href="#z"/>', beside))[0]).toBe('ill-formed');
    }
  });
});

describe('mutations of encoded messages', () => {
  const message = encodedEnvelope(
    '<p:store><person href="#id0"/><extra xsi:type="enc:Array" enc:arrayType="xsd:int[2]" enc:offset="[1]"><i>1</i>' +
      '<i enc:position="[3]" href="#id1"/></extra></p:store><multiRef id="id0" enc:root="0" xsi:type="p:Person">' +
      '<name xsi:type="xsd:string">Ann</name><home href="#id2"/><work href="#id2"/><tags enc:arrayType="xsd:string[1]">' +
      '<x>a</x></tags></multiRef><multiRef id="id1" xsi:type="xsd:int">7</multiRef>' +
      '<multiRef id="id2" xsi:type="p:Address"><street>High</street></multiRef>',
  );
  const pieces = [
    'href',
    'id',
    '#id0',
    '#id1',
    '#id2',
    '"',
    '<',
    '>',
    '/',
    '[',
    ']',
    'enc:',
    'xsi:nil="true" ',
    '1',
    '-',
    ' ',
  ];

  it('end in a value or in an error with a name', () => {
    let seed = 42;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return seed % below;
    };
    let read = 0;
    for (let round = 0; round < 3_000; round++) {
      let mutated = message;
      for (let change = random(3); change >= 0; change--) {
        const at = random(mutated.length);
        const piece = pieces[random(pieces.length)] ?? '';
        mutated = mutated.slice(0, at) + piece + mutated.slice(at + random(2) * piece.length);
      }
      try {
        readMessage(mutated, readStore);
        read++;
      } catch (error) {
        expect((error as Error).name, `${(error as Error).stack}\n${mutated}`).toMatch(
          /^(XmlError|SoapFault|HeaderFault)$/,
        );
      }
    }
    expect(read).toBeGreaterThan(10);
  });
});
