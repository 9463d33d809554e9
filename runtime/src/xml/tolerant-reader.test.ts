import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';
import { tolerant } from '../client/tolerant.ts';
import {
  abstractTypes,
  arranged,
  children,
  childrenOf,
  END,
  openChildren,
  optional,
  readInt,
  readOpen,
  readString,
  restriction,
  string,
  tag,
  tolerate,
  types,
  wildcard,
} from '../index.ts';
import type { ReaderOptions, XmlBytesReader } from './bytes-reader.ts';
import type { Deviation } from './deviation.ts';
import { withDefaults } from './limits.ts';
import { openReader, readTolerantly } from './tolerance.ts';

const namespace = 'urn:u';
const [a, b, c, d] = [tag(namespace, 'a'), tag(namespace, 'b'), tag(namespace, 'c'), tag(namespace, 'd')];
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const root = (content: string, attributes = ''): string => `<r xmlns="${namespace}"${attributes}>${content}</r>`;

interface Read<Value> {
  readonly value: Value;
  readonly deviations: readonly (readonly [kind: string, path: string])[];
}

function read<Value>(xml: string, codec: (reader: XmlBytesReader) => Value, options: ReaderOptions = {}): Read<Value> {
  const found: Deviation[] = [];
  const value = readTolerantly({ tolerance: tolerant, deviations: found, ...options }, (given) => {
    const reader = openReader(new TextEncoder().encode(xml), given);
    reader.openRoot();
    const result = codec(reader);
    reader.finish();
    return result;
  });
  for (const { path, message } of found) expect(message.startsWith(`${path}: `)).toBe(true);
  return { value, deviations: found.map(({ kind, path }) => [kind, path]) };
}

interface Ordered {
  a?: string;
  b?: string;
  c?: string;
  d?: string;
}

/** `a`, then `b` or `c`, then perhaps `d`: as a generated codec reads it. */
const table = arranged(children(a, b, c, d));
function readOrdered(reader: XmlBytesReader, expected = table): Ordered {
  const result: Ordered = {};
  let next = reader.next(expected);
  if (next !== 0) throw reader.expected(a, next);
  result.a = readString(reader);
  next = reader.next(expected);
  if (next !== 1 && next !== 2) throw reader.expectedOne([b, c], next);
  result[next === 1 ? 'b' : 'c'] = readString(reader);
  next = reader.next(expected);
  if (next === 3) {
    result.d = readString(reader);
    next = reader.next(expected);
  }
  if (next !== END) throw reader.misplaced();
  return result;
}

describe('a tolerant reader', () => {
  it('reads a message without deviations once, and reports nothing', () => {
    let readings = 0;
    const { value, deviations } = read(root('<a>1</a><c>2</c><d>3</d>'), (reader) => {
      readings++;
      return readOrdered(reader);
    });
    expect([value, deviations, readings]).toEqual([{ a: '1', c: '2', d: '3' }, [], 1]);
  });

  it('reads choices and their siblings in any order, and reports those out of order', () => {
    const xml = root('<!-- x --><d>3</d> <p:a xmlns:p="urn:u" x="1">1<?x?></p:a><c>2</c>');
    expect(read(xml, readOrdered)).toEqual({
      value: { a: '1', c: '2', d: '3' },
      deviations: [
        ['order', 'r/a'],
        ['order', 'r/c'],
      ],
    });
  });

  it('reports unknown elements once, in whatever order they are', () => {
    expect(read(root('<x/><a>1</a><c>2</c>'), readOrdered).deviations).toEqual([['unknown-element', 'r/x']]);
    expect(read(root('<x/><c>2</c><y/><a>1</a>'), readOrdered)).toEqual({
      value: { a: '1', c: '2' },
      deviations: [
        ['order', 'r/a'],
        ['unknown-element', 'r/x'],
        ['unknown-element', 'r/y'],
      ],
    });
  });

  it('does not choose: two cases of a choice, or one element twice, are errors', () => {
    for (const content of ['<a/><b/><c/>', '<c/><a/><b/>']) {
      expect(failure(() => read(root(content), readOrdered))).toEqual(['unexpected-element', 'r/c']);
    }
    expect(failure(() => read(root('<a/><b/><a/>'), readOrdered))).toEqual(['missing-element', 'r']);
    expect(failure(() => read(root('<c/>'), readOrdered))).toEqual(['missing-element', 'r/a']);
  });

  it('leaves the order of content that could be ambiguous to the schema', () => {
    const plain = children(a, b, c, d);
    expect(failure(() => read(root('<c/><a/>'), (reader) => readOrdered(reader, plain)))).toEqual([
      'missing-element',
      'r/a',
    ]);
  });

  it('arranges elements in elements, and those of a wildcard', () => {
    const outer = arranged(openChildren(children(a, b), wildcard('##other', namespace)), { others: 1 });
    const codec = (reader: XmlBytesReader): unknown[] => {
      const found: unknown[] = [];
      for (let next = reader.next(outer); next !== END; next = reader.next(outer)) {
        found.push(next === 0 ? readOrdered(reader) : next === 1 ? readString(reader) : reader.any().local);
        // As a generated codec does: `a` comes first.
        if (found.length === 1 && next !== 0) throw reader.expected(a, next);
      }
      return found;
    };
    const xml = root('<o:x xmlns:o="urn:o"><y/></o:x><b>2</b><a><c>2</c><a>1</a></a>');
    expect(read(xml, codec)).toEqual({
      value: [{ a: '1', c: '2' }, '2', 'x'],
      deviations: [
        ['order', 'r/b'],
        ['order', 'r/a'],
        ['order', 'r/a/a'],
      ],
    });
  });

  it('counts the elements of a message once for its limits', () => {
    const xml = root('<c>2</c><a>1</a>');
    expect(read(xml, readOrdered, { limits: withDefaults({ maxElements: 3 }) }).value).toEqual({ a: '1', c: '2' });
    expect(failure(() => read(xml, readOrdered, { limits: withDefaults({ maxElements: 2 }) }))[0]).toBe('limit');
  });

  it('arranges content in time linear in the message, whatever its depth', () => {
    const nested = arranged(children(a, b));
    let ends = 0;
    const codec = (reader: XmlBytesReader): void => {
      let next = reader.next(nested);
      if (next === 1) {
        // As a generated codec does: `a` comes first.
        throw reader.expected(a, next);
      }
      if (next === 0) {
        codec(reader);
        next = reader.next(nested);
      }
      if (next === 1) {
        reader.skip();
        next = reader.next(nested);
      }
      ends++;
    };
    const depth = 60;
    const xml = root('<b/><a>'.repeat(depth) + '</a>'.repeat(depth));
    expect(failure(() => read(xml, codec))[0]).toBe('missing-element');
    // The innermost ones are not scanned any more.
    const few = 8;
    const shallow = root('<b/><a>'.repeat(few) + '</a>'.repeat(few));
    ends = 0;
    expect(read(shallow, codec).deviations).toHaveLength(few);
    expect(ends).toBe(few + 1);
  });

  it('reads an unknown xsi:type as the declared type, unless that is abstract', () => {
    const hierarchy = types({ namespace, local: 'Base' }, { namespace, local: 'Derived' });
    const typed = childrenOf({ namespace, local: 'Base' }, a);
    const codec = (reader: XmlBytesReader, of = hierarchy): [number, number] => {
      const type = reader.type(of);
      return [type, reader.child(typed)];
    };
    for (const name of ['New', 'p:Base']) {
      expect(read(root('', ` ${xsi} xsi:type="${name}"`), codec)).toEqual({
        value: [0, END],
        deviations: [['unknown-type', 'r']],
      });
    }
    expect(
      read(root('', ` ${xsi} xsi:type="Derived"`), (reader) => reader.type(hierarchy) + reader.child(children())),
    ).toEqual({ value: 1 + END, deviations: [] });
    const ofAbstract = (reader: XmlBytesReader) => codec(reader, abstractTypes(...hierarchy.names));
    for (const attributes of [` ${xsi} xsi:type="New"`, '']) {
      expect(failure(() => read(root('', attributes), ofAbstract))).toEqual(['type', 'r']);
    }
    // Without a hierarchy the table of children has the type.
    expect(read(root('', ` ${xsi} xsi:type="New"`), (reader) => reader.child(typed))).toEqual({
      value: END,
      deviations: [['unknown-type', 'r']],
    });
  });

  it('reads an element by its local name where it is unqualified or the contract has it so', () => {
    const unqualified = '<a xmlns="">1</a><b>2</b><d xmlns="">3</d>';
    expect(read(root(unqualified), readOrdered)).toEqual({
      value: { a: '1', b: '2', d: '3' },
      deviations: [
        ['namespace', 'r/a'],
        ['namespace', 'r/d'],
      ],
    });
    const qualified = arranged(children(tag('', 'a'), b, c, d));
    expect(read(root('<a>1</a><b>2</b>'), (reader) => readOrdered(reader, qualified))).toEqual({
      value: { a: '1', b: '2' },
      deviations: [['namespace', 'r/a']],
    });
  });

  it('reads an unprefixed element in the default namespace of an outer element by its local name', () => {
    const xml = '<r xmlns="urn:message"><a>1</a><x:b xmlns:x="urn:u">2</x:b><d/></r>';
    expect(read(xml, readOrdered)).toEqual({
      value: { a: '1', b: '2', d: '' },
      deviations: [
        ['namespace', 'r/a'],
        ['namespace', 'r/d'],
      ],
    });
  });

  it('does not choose between two elements of one local name', () => {
    const twice = arranged(children(a, b, c, tag('urn:other', 'd'), d));
    expect(read(root('<a>1</a><b>2</b><d xmlns="">3</d>'), (reader) => readOrdered(reader, twice))).toEqual({
      value: { a: '1', b: '2' },
      deviations: [['unknown-element', 'r/d']],
    });
  });

  it.each([
    ['after', '<a>1</a><b>2</b><d>3</d><d xmlns="">extension</d>'],
    ['before', '<a>1</a><b>2</b><d xmlns="">extension</d><d>3</d>'],
  ])('skips an unqualified extension %s the declared element of its local name', (_place, content) => {
    expect(read(root(content), readOrdered)).toEqual({
      value: { a: '1', b: '2', d: '3' },
      deviations: [['unknown-element', 'r/d']],
    });
  });

  it('reads no element twice, whatever its namespace', () => {
    const twice = '<a>1</a><b>2</b><d>3</d><d>4</d><d xmlns="">5</d>';
    expect(failure(() => read(root(twice), readOrdered))).toEqual(['unexpected-element', 'r/d']);
  });

  it('skips an element of another namespace than the contract has, whatever its local name', () => {
    expect(read(root('<a>1</a><b>2</b><d xmlns="urn:other">3</d>'), readOrdered)).toEqual({
      value: { a: '1', b: '2' },
      deviations: [['unknown-element', 'r/d']],
    });
  });

  it('reports what rules R1 and R3 allow, as a reader without tolerance does', () => {
    const plain = children(a, optional(b), c);
    const codec = (reader: XmlBytesReader): number[] => {
      const found: number[] = [];
      for (;;) {
        const next = reader.child(plain);
        if (next === END) return found;
        found.push(next);
        reader.skip();
      }
    };
    const xml = root(`<c/><a/><b ${xsi} xsi:nil="true"/><x/>`);
    const deviations = [
      ['order', 'r/a'],
      ['nil', 'r/b'],
      ['unknown-element', 'r/x'],
    ];
    expect(read(xml, codec)).toEqual({ value: [2, 0], deviations });
    expect(read(xml, codec, { tolerance: undefined })).toEqual({ value: [2, 0], deviations });
  });

  it('reads items beyond the maximum of a list, though not beyond the limit', () => {
    const list = children(a);
    const codec = (reader: XmlBytesReader): number[] => {
      const items: number[] = [];
      for (;;) {
        if (reader.child(list) === END) return items;
        reader.item(items.length, 1);
        items.push(readInt(reader));
      }
    };
    const xml = root('<a>1</a><a>2</a>');
    expect(read(xml, codec)).toEqual({ value: [1, 2], deviations: [['repeated-element', 'r/a[1]']] });
    expect(failure(() => read(xml, codec, { limits: withDefaults({ maxItems: 1 }) }))[0]).toBe('limit');
    expect(failure(() => read(xml, codec, { tolerance: undefined }))[0]).toBe('repeated-element');
  });

  it('passes over what codecs let it pass over', () => {
    const codec = (reader: XmlBytesReader): string | null => {
      if (reader.child(children(a)) !== END) return readString(reader);
      tolerate(reader, 'missing-element', reader.missing(a));
      return null;
    };
    expect(read(root(''), codec)).toEqual({ value: null, deviations: [['missing-element', 'r/a']] });
    expect(failure(() => read(root(''), codec, { tolerance: undefined }))).toEqual(['missing-element', 'r/a']);
  });

  it('reads a nil element as absent where a codec says that it may be', () => {
    const nil = root('', ` ${xsi} xsi:nil="true"`);
    const codec = (reader: XmlBytesReader & { absent?(): boolean }): number | undefined =>
      reader.absent?.() === true ? undefined : readInt(reader);
    expect(read(nil, codec)).toEqual({ value: undefined, deviations: [['nil', 'r']] });
    expect(read(root('1', ` ${xsi} xsi:nil="false"`), codec)).toEqual({ value: 1, deviations: [] });
    expect(failure(() => read(nil, codec, { tolerance: undefined }))).toEqual(['nil', 'r']);
    expect(failure(() => read(root('1', ` ${xsi} xsi:nil="true"`), codec))[0]).toBe('nil');
  });

  it('reads an unknown value of an open enumeration as text, and guesses no number', () => {
    const colour = restriction('Colour', string, { enumeration: ['red', 'green'] });
    expect(read(root('red'), (reader) => readOpen(reader, colour))).toEqual({ value: 'red', deviations: [] });
    expect(read(root('blue'), (reader) => readOpen(reader, colour))).toEqual({
      value: 'blue',
      deviations: [['unknown-enumeration-value', 'r']],
    });
    const closed = { tolerance: undefined };
    expect(failure(() => read(root('blue'), (reader) => readOpen(reader, colour), closed))).toEqual(['value', 'r']);
    expect(failure(() => read(root('1.0'), (reader) => readInt(reader)))).toEqual(['value', 'r']);
  });
});
