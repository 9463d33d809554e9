import { describe, expect, it } from 'vitest';
import { failure, opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import {
  base64Binary,
  boolean,
  dateTime,
  decimal,
  defaulted,
  fixed,
  int,
  list,
  NMTOKENS,
  NOTATION,
  QName,
  readValue,
  restriction,
  rootStartTag,
  rootTag,
  type SimpleType,
  string,
  tag,
  token,
  union,
  ValueError,
  writeContent,
  writeValue,
} from '../index.ts';
import { withDefaults } from '../xml/limits.ts';

const root = rootTag('urn:u', 'r');
const field = tag('urn:u', 'f');

/** Writes a value into a message and reads it back. */
function through<T>(type: SimpleType<T>, value: T): T {
  const reader = opened(written(root, (writer) => writeValue(writer, field, type, value)));
  reader.openChild();
  return readValue(reader, type);
}

const rejected = (act: () => unknown) => expect(act).toThrow(ValueError);

describe('unions', () => {
  const Size = restriction<string, 'small' | 'large'>('Size', token, { enumeration: ['small', 'large'] });
  const sizes: SimpleType<number | 'small' | 'large' | boolean> = union('Sizes', int, Size, boolean);

  it('R4: have the value of the first member that fits', () => {
    expect(sizes.parse(' 12 ')).toBe(12);
    expect(sizes.parse(' small ')).toBe('small');
    expect(sizes.parse('true')).toBe(true);
    expect(sizes.parse('1')).toBe(1);
    expect([through(sizes, 12), through(sizes, 'large'), through(sizes, false)]).toEqual([12, 'large', false]);
  });

  it('R4: reject a value that fits no member, in both directions, with the names of the members', () => {
    expect(() => sizes.parse('medium')).toThrow('it fits none of int, Size, boolean');
    rejected(() => sizes.print(1.5));
    rejected(() => sizes.print('medium' as 'small'));
    expect(failure(() => readValue(opened('<r>secret</r>'), sizes))).toEqual(['value', 'r']);
    expect(() => readValue(opened('<r>secret</r>'), sizes)).not.toThrow('secret');
  });

  it('R4: process white space as the member does', () => {
    expect(union('U', int, string).parse(' a ')).toBe(' a ');
    expect(union('U', int, string).parse(' 5 ')).toBe(5);
  });

  it('R4: can be enumerated by value', () => {
    const listed = restriction('Listed', union('U', decimal, token), { enumeration: ['1.50', 'none'] });
    expect(listed.parse('1.5')).toBe('1.50');
    expect(listed.parse(' none ')).toBe('none');
    rejected(() => listed.parse('2'));
    expect(through(list('L', listed), ['none', '1.50'])).toEqual(['none', '1.50']);
  });

  it('R4: a member that does not fit creates no stack trace, and later errors have theirs', () => {
    const stacks: (string | undefined)[] = [];
    const noting: SimpleType<string> = {
      name: 'noting',
      parse(text) {
        const error = new ValueError('never');
        stacks.push(error.stack);
        if (text === 'accident') throw new TypeError('accident');
        throw error;
      },
      print: (value) => value,
    };
    const either = union('Either', noting, union('Inner', noting, string));
    expect(either.parse('x')).toBe('x');
    expect(stacks).toHaveLength(2);
    for (const stack of stacks) expect(stack).not.toMatch(/^ +at /m);
    const { stackTraceLimit } = Error;
    expect(stackTraceLimit).toBeGreaterThan(0);
    expect(() => either.parse('accident')).toThrow(TypeError);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });
});

describe('lists', () => {
  it('R4: have items with any white space between them', () => {
    const ints = list('Ints', int);
    expect(ints.parse(' 1\t2\r\n\n3 ')).toEqual([1, 2, 3]);
    expect(ints.parse(' ')).toEqual([]);
    expect(through(ints, [1, -2])).toEqual([1, -2]);
    rejected(() => ints.parse('1 x'));
    rejected(() => ints.print([1, 1.5]));
    rejected(() => list('Words', string).print(['a b']));
    rejected(() => list('Words', string).print(['']));
    rejected(() => NMTOKENS.parse(' '));
  });

  it('R4: have their own lengths and values', () => {
    const few = restriction('Few', list('Ints', int), {
      minLength: 1,
      maxLength: 2,
      enumeration: ['1 2', '3', '4 5 6', ''],
    });
    expect(few.parse(' 01  2 ')).toEqual([1, 2]);
    for (const text of ['2 1', '4 5 6', '']) rejected(() => few.parse(text));
    const [one, other] = [few.parse('3'), few.parse('3')];
    one.push(4);
    expect(other).toEqual([3]);
  });

  it('cannot exceed the limit on items, and are rejected before they are built', () => {
    const limits = withDefaults({ maxItems: 3 });
    const read = (text: string) => readValue(opened(`<r>${text}</r>`, { limits }), list('Ints', int));
    expect(read(' 1 2 3 ')).toEqual([1, 2, 3]);
    expect(() => read('1 2 3 4')).toThrow('limit maxItems (3) reached; raise it with limits.maxItems');
    expect(() => read('1 2 3\n4')).toThrow('maxItems');
  });
});

describe('qualified names', () => {
  const name = { namespace: 'urn:n', local: 'x' };

  it('R4: are resolved by the declarations in scope, including those of the element', () => {
    const read = (xml: string) => readValue(opened(xml), QName);
    expect(read('<r xmlns:p="urn:n"> p:x </r>')).toEqual(name);
    expect(read('<r xmlns="urn:n">x</r>')).toEqual(name);
    expect(read('<r>x</r>')).toEqual({ namespace: '', local: 'x' });
    expect(read('<r xmlns:p="urn:n"><!-- c -->p<![CDATA[:]]>&#x78;</r>')).toEqual(name);
    expect(read('<r>xml:lang</r>').namespace).toBe('http://www.w3.org/XML/1998/namespace');
    for (const text of ['p:x', '', 'a b', ':x', 'x:', 'a:b:c', '1', '{urn:n}x']) {
      expect(
        failure(() => read(`<r>${text}</r>`)),
        text,
      ).toEqual(['value', 'r']);
    }
    expect(failure(() => readValue(opened('<r/>'), QName))).toEqual(['value', 'r']);
  });

  it('R4: are resolved in each child by its own declarations', () => {
    const reader = opened('<r xmlns:p="urn:1"><f xmlns:p="urn:2">p:x</f><f>p:x</f><f xmlns:p="urn:3"></f></r>');
    reader.openChild();
    expect(readValue(reader, QName).namespace).toBe('urn:2');
    reader.openChild();
    expect(readValue(reader, QName).namespace).toBe('urn:1');
    reader.openChild();
    expect(failure(() => readValue(reader, QName))).toEqual(['value', 'r/f']);
    expect(reader.openChild()).toBe(false);
  });

  it('are written with the declarations that they need', () => {
    expect(through(QName, name)).toEqual(name);
    expect(through(list('Names', QName), [name, { namespace: 'urn:m', local: 'y' }, name])).toHaveLength(3);
    expect(written(root, (writer) => writeValue(writer, field, list('Names', QName), [name, name]))).toBe(
      '<r xmlns="urn:u"><f xmlns:_1="urn:n">_1:x _1:x</f></r>',
    );
    expect(through(union('U', int, QName), name)).toEqual(name);
    const xml = written(rootStartTag('urn:u', 'r'), (writer) => writeContent(writer, NOTATION, name));
    expect(readValue(opened(xml), NOTATION)).toEqual(name);
    expect(through(QName, { namespace: 'http://www.w3.org/XML/1998/namespace', local: 'lang' }).local).toBe('lang');
  });

  it('are rejected with the path if they cannot be written', () => {
    const write = (value: unknown, into = root) =>
      // Values of other types come from callers in JavaScript.
      failure(() => written(into, (writer) => writeValue(writer, field, QName, value as typeof name)));
    expect(write({ namespace: '', local: 'x' })).toEqual(['value', 'r/f']);
    expect(write({ namespace: '', local: 'x' }, rootTag('urn:u', 'r', { t: 'urn:u' }))[0]).toBe('');
    for (const value of [null, 'x', {}, { namespace: 'urn:n', local: 'a:b' }, { namespace: 'urn:\0', local: 'a' }]) {
      expect(write(value)).toEqual(['value', 'r/f']);
    }
    expect(write(undefined)).toEqual(['missing-element', 'r/f']);
  });

  it('R4: can be enumerated, in the form {namespace}local; their length is not restricted', () => {
    const kinds = restriction('Kinds', QName, { enumeration: ['{urn:n}x', 'y'], maxLength: 1 });
    expect(readValue(opened('<r xmlns:p="urn:n">p:x</r>'), kinds)).toEqual(name);
    expect(readValue(opened('<r>y</r>'), kinds)).toEqual({ namespace: '', local: 'y' });
    expect(failure(() => readValue(opened('<r xmlns:p="urn:m">p:x</r>'), kinds))).toEqual(['value', 'r']);
    expect(through(kinds, name)).toEqual(name);
  });
});

describe('default and fixed values', () => {
  it('are the value of an empty element only', () => {
    const size = defaulted(int, '5');
    const read = <T>(type: SimpleType<T>, xml: string) => readValue(opened(xml), type);
    expect(read(size, '<r/>')).toBe(5);
    expect(read(size, '<r></r>')).toBe(5);
    expect(read(size, '<r><!-- c --></r>')).toBe(5);
    expect(read(size, '<r>6</r>')).toBe(6);
    expect(failure(() => read(size, '<r> </r>'))).toEqual(['value', 'r']);
    expect(read(defaulted(string, 'x'), '<r> </r>')).toBe(' ');
    expect(through(size, 7)).toBe(7);
    expect(read(defaulted(list('L', int), '1 2'), '<r/>')).toEqual([1, 2]);
  });

  it('are not replaced by an empty text that is written', () => {
    rejected(() => defaulted(string, 'x').print(''));
    rejected(() => defaulted(list('L', int), '1').print([]));
    expect(defaulted(string, '').print('')).toBe('');
  });

  it('are a new object each time if mutable', () => {
    const type = defaulted(dateTime, '2000-01-01T00:00:00Z');
    type.parse('').setFullYear(1999);
    expect(type.parse('')).toEqual(new Date('2000-01-01T00:00:00Z'));
  });

  it('are the only accepted values if fixed, by value, in both directions', () => {
    const version = fixed(decimal, '1.0');
    expect([version.parse(''), version.parse('1.00'), version.parse(' 1 ')]).toEqual(['1.0', '1.00', '1']);
    rejected(() => version.parse('1.1'));
    rejected(() => version.print('1.1'));
    expect(version.print('1.0')).toBe('1.0');
    expect(fixed(QName, '{urn:n}x').parse('').namespace).toBe('urn:n');
    rejected(() => fixed(int, 'x'));
    rejected(() => defaulted(int, 'x'));
  });
});

describe('restrictions of white space and form', () => {
  it('R4: white space can be reduced', () => {
    const word = restriction('Word', string, { whiteSpace: 'collapse', maxLength: 3, patterns: [/^[a-z ]+$/] });
    expect(word.parse(' \n a \t b ')).toBe('a b');
    expect(word.print('  a  b ')).toBe('a b');
    rejected(() => word.parse('abcd'));
    expect(restriction('Line', string, { whiteSpace: 'replace' }).parse('a\n\tb ')).toBe('a  b ');
    expect(restriction('Word', token, { whiteSpace: 'preserve' }).parse(' a ')).toBe('a');
    expect(restriction('Outer', word, { enumeration: ['a b'] }).parse(' a  b ')).toBe('a b');
    expect(restriction('Text', string, { whiteSpace: 'preserve' }).parse(' a ')).toBe(' a ');
  });

  it('R4: a form applies to the text in the message', () => {
    const agent = restriction('Agent', int, { patterns: [/^[0-9]{3}$/] });
    expect(agent.parse(' 007 ')).toBe(7);
    rejected(() => agent.parse('7'));
    // What would be written has another form.
    rejected(() => agent.print(7));
    expect(agent.print(700)).toBe('700');
    expect(restriction('Yes', boolean, { patterns: [/^(?:true|1)$/] }).parse('1')).toBe(true);
    rejected(() => restriction('Yes', boolean, { patterns: [/^(?:true|1)$/] }).parse('false'));
    const utc = restriction('Utc', dateTime, { patterns: [/^.*Z$/] });
    expect(utc.parse('2000-01-01T00:00:00Z')).toEqual(new Date(946_684_800_000));
    rejected(() => utc.parse('2000-01-01T00:00:00+00:00'));
  });

  it('R4: binary values have lengths in bytes', () => {
    const key = restriction('Key', base64Binary, { length: 3 });
    expect(key.parse(' AA EC ')).toEqual(Uint8Array.of(0, 1, 2));
    rejected(() => key.parse('AAE='));
    expect(key.print(Uint8Array.of(0, 1, 2))).toBe('AAEC');
    rejected(() => key.print(Uint8Array.of(0)));
    rejected(() => base64Binary.parse('AAE'));
  });

  it('text content has the path of its element', () => {
    const price = rootStartTag('urn:u', 'Price');
    expect(written(price, (writer) => writeContent(writer, decimal, '1.50'))).toBe('<Price xmlns="urn:u">1.50</Price>');
    expect(failure(() => written(price, (writer) => writeContent(writer, int, 1.5)))).toEqual(['value', 'Price']);
    expect(failure(() => written(price, (writer) => writeContent(writer, int, undefined)))).toEqual(['value', 'Price']);
  });
});
