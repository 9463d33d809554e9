import { describe, expect, it } from 'vitest';
import { failure, opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import {
  type ChildTable,
  children,
  childrenOf,
  END,
  OTHER,
  openChildren,
  rootTag,
  tag,
  unordered,
  wildcard,
} from '../index.ts';
import type { XmlBytesReader } from './bytes-reader.ts';
import { withDefaults } from './limits.ts';

const [a, b, c] = [tag('urn:u', 'a'), tag('urn:u', 'b'), tag('urn:u', 'c')];
const table = children(a, b, c);
const wild = openChildren(table, wildcard('##other', 'urn:u'));

/** The results of `next` until the end; each child is skipped. */
function responses(reader: XmlBytesReader, expected: ChildTable): number[] {
  const all: number[] = [];
  for (;;) {
    const next = reader.next(expected);
    expect(reader.current).toBe(next);
    all.push(next);
    if (next === END) return all;
    reader.skip();
  }
}

const root = (content: string): string => `<r xmlns="urn:u" xmlns:p="urn:u" xmlns:o="urn:o">${content}</r>`;

describe('children of a sequence', () => {
  it('R1: are returned in the order of the message, tolerant or strict', () => {
    for (const strict of [false, true]) {
      const xml = root('<a/><a>1</a> <c/><!-- x --><p:b/><?x y?><a></a><b/>');
      expect(responses(opened(xml, { strict }), table)).toEqual([0, 0, 2, 1, 0, 1, END]);
      expect(responses(opened(root(''), { strict }), table)).toEqual([END]);
      expect(responses(opened('<r xmlns="urn:u"/>', { strict }), table)).toEqual([END]);
    }
  });

  it('R1: are skipped if unknown, and rejected by a strict reader', () => {
    const xml = root('<a/><x><a/></x><b/><o:a/><a xmlns=""/>');
    expect(responses(opened(xml), table)).toEqual([0, 1, END]);
    expect(failure(() => responses(opened(xml, { strict: true }), table))).toEqual(['unexpected-element', 'r/x']);
  });

  it('are distinguished by whether a wildcard allows them', () => {
    const xml = root('<a/><x/><o:a>1</o:a><b/><a xmlns=""/>');
    expect(responses(opened(xml), wild)).toEqual([0, OTHER, 1, END]);
    expect(responses(opened(xml), openChildren(table))).toEqual([0, OTHER, OTHER, 1, OTHER, END]);
    expect(failure(() => responses(opened(xml, { strict: true }), wild))).toEqual(['unexpected-element', 'r/x']);
    const reader = opened(xml);
    reader.next(wild);
    reader.skip();
    reader.next(wild);
    expect([reader.namespace, reader.local]).toEqual(['urn:o', 'a']);
  });

  it('reject text between them, and elements that are nil or have another type', () => {
    expect(failure(() => responses(opened(root('<a/>x')), table))).toEqual(['unexpected-text', 'r']);
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    expect(failure(() => opened(`<r ${xsi} xsi:nil="true"/>`).next(table))).toEqual(['nil', 'r']);
    const named = childrenOf({ namespace: 'urn:u', local: 'R' }, a);
    expect(failure(() => opened(`<r ${xsi} xsi:type="Other"/>`).next(named))).toEqual(['type', 'r']);
    expect(opened(`<r xmlns="urn:u" ${xsi} xsi:type="R"/>`).next(named)).toBe(END);
  });

  it('R2: are named with their path if missing, at the end and before another', () => {
    const missing = (content: string) => {
      const reader = opened(root(content));
      return failure(() => {
        throw reader.expected(b, reader.next(wild));
      });
    };
    expect(missing('')).toEqual(['missing-element', 'r/b']);
    expect(missing('<a/>')).toEqual(['missing-element', 'r/b']);
    expect(missing('<o:x/>')).toEqual(['missing-element', 'r/b']);
    const reader = opened(root('<a/>'));
    expect(reader.expected(b, reader.next(table)).message).toBe(
      'r/b: this required element is missing; a stands in its place',
    );
    const choice = opened(root('<c/>'));
    const error = choice.expectedOne([a, b], choice.next(table));
    expect([error.code, error.path]).toEqual(['missing-element', 'r']);
    expect(error.message).toBe('r: one of a, b is required, and is missing; c stands in its place');
  });

  it('R2: are named with their path if too few or too many', () => {
    const reader = opened(root('<a/><a/><a/>'));
    expect(reader.next(table)).toBe(0);
    reader.item(0, 2);
    reader.skip();
    reader.next(table);
    reader.item(1, 2);
    reader.skip();
    reader.next(table);
    expect(failure(() => reader.item(2, 2))).toEqual(['repeated-element', 'r/a[2]']);
    reader.skip();
    const few = reader.few(a, 4, reader.next(table));
    expect([few.code, few.path, few.message]).toEqual([
      'missing-element',
      'r/a',
      'r/a: it must be there 4 times or more',
    ]);
    const limited = opened(root('<a/>'), { limits: withDefaults({ maxItems: 3 }) });
    limited.next(table);
    expect(() => limited.item(3)).toThrow('maxItems');
  });

  it('R1: are named if they are out of place', () => {
    const reader = opened(root('<a><c/></a>'));
    reader.next(table);
    reader.next(table);
    expect(
      failure(() => {
        throw reader.misplaced();
      }),
    ).toEqual(['unexpected-element', 'r/a/c']);
  });

  it('keep the last returned child for the next reader', () => {
    const reader = opened(root('<a><b/></a><c/>'));
    expect(reader.next(table)).toBe(0);
    expect(reader.next(table)).toBe(1);
    reader.skip();
    expect(reader.next(table)).toBe(END);
    expect(reader.current).toBe(END);
    expect(reader.next(table)).toBe(2);
    expect(reader.current).toBe(2);
  });
});

describe('children in any order (xs:all)', () => {
  it('R1: may have any order also for a strict reader, and unknown ones are rejected', () => {
    const all = unordered(childrenOf({ namespace: 'urn:u', local: 'R' }, a, b, c));
    const read = (content: string, expected: ChildTable): number[] => {
      const reader = opened(root(content), { strict: true });
      const found: number[] = [];
      for (let index = reader.child(expected); index !== END; index = reader.child(expected)) {
        found.push(index);
        reader.skip();
      }
      return found;
    };
    expect(read('<c/><a/><b/>', all)).toEqual([2, 0, 1]);
    expect(failure(() => read('<c/><a/>', table))).toEqual(['unexpected-element', 'r/a']);
    expect(failure(() => read('<x/>', all))).toEqual(['unexpected-element', 'r/x']);
    expect(all.type).toEqual({ namespace: 'urn:u', local: 'R' });
  });
});

describe('mixed content', () => {
  const pieces = (content: string, expected: ChildTable, strict = false): unknown[] => {
    const reader = opened(root(content), { strict });
    const all: unknown[] = [];
    for (let next = reader.piece(expected, all); next !== END; next = reader.piece(expected, all)) {
      expect(reader.current).toBe(next);
      all.push(next === OTHER ? reader.any().local : next);
      if (next !== OTHER) reader.skip();
    }
    expect(reader.current).toBe(END);
    reader.finish();
    return all;
  };

  it('R6: returns the text before each child as one string, however it is written', () => {
    expect(pieces('one <a>x</a> two<b/><c/>\n', table)).toEqual(['one ', 0, ' two', 1, 2, '\n']);
    expect(pieces('a<![CDATA[<b>]]>&amp;<!-- c --><?d e?>&#x20AC;\r\nf<a/>', table)).toEqual(['a<b>&€\nf', 0]);
    expect(pieces('', table)).toEqual([]);
    expect(pieces('<a/>', table)).toEqual([0]);
    expect(pieces('only', table)).toEqual(['only']);
    expect(pieces('<![CDATA[]]>', table)).toEqual([]);
  });

  it('R1: skips unknown elements and joins the text around them; strict rejects them', () => {
    expect(pieces('one <x>y</x>two<a/>', table)).toEqual(['one two', 0]);
    expect(failure(() => pieces('one <x/>', table, true))).toEqual(['unexpected-element', 'r/x']);
    expect(pieces('one <o:x>y</o:x>two', wild, true)).toEqual(['one ', 'x', 'two']);
  });

  it('of an empty element is empty', () => {
    const all: unknown[] = [];
    expect(opened('<r/>').piece(table, all)).toBe(END);
    expect(all).toEqual([]);
  });

  it('W2: is written escaped, between children', () => {
    const xml = written(rootTag('urn:u', 'r'), (writer) => {
      writer.chars('one < & \r');
      writer.text(a, 'x');
      writer.chars(']]>');
    });
    const reader = opened(xml);
    const all: unknown[] = [];
    reader.piece(table, all);
    reader.skip();
    reader.piece(table, all);
    expect(all).toEqual(['one < & \r', ']]>']);
    expect(failure(() => written(rootTag('urn:u', 'r'), (writer) => writer.chars('\0')))).toEqual(['value', 'r']);
  });
});
