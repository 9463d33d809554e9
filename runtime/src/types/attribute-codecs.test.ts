import { describe, expect, it } from 'vitest';
import { opened, written } from '../../../test/support/runtime/xml-helpers.ts';
import * as soap from '../index.ts';
import { escapeAttribute } from '../xml/escape.ts';

const name = soap.attributeName('', 'a');
const root = soap.rootStartTag('urn:u', 'r');

/** Types with their functions for attributes. Values of other types come from callers in JavaScript. */
interface AttributeCodec {
  readonly type: soap.SimpleType<unknown>;
  read(reader: soap.XmlReader, name: soap.AttributeName): unknown;
  required(reader: soap.XmlReader, name: soap.AttributeName): unknown;
  write(writer: soap.XmlWriter, name: soap.AttributeName, value: unknown): void;
}
const codecs: readonly AttributeCodec[] = [
  {
    type: soap.string,
    read: soap.readStringAttribute,
    required: soap.requiredStringAttribute,
    write: soap.writeStringAttribute,
  },
  { type: soap.int, read: soap.readIntAttribute, required: soap.requiredIntAttribute, write: soap.writeIntAttribute },
  {
    type: soap.long,
    read: soap.readLongAttribute,
    required: soap.requiredLongAttribute,
    write: soap.writeLongAttribute,
  },
  {
    type: soap.boolean,
    read: soap.readBooleanAttribute,
    required: soap.requiredBooleanAttribute,
    write: soap.writeBooleanAttribute,
  },
];

/** The result, or the error with its code, path and reason. */
function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof soap.XmlError)) throw error;
    return [error.code, error.path, error.message];
  }
}

const texts = ['', ' ', 'x', '0', ' 7 ', '+7', '-0', '-12', '007', '2147483647', '2147483648', '-2147483649', '1.0'];
const more = ['9223372036854775807', '9223372036854775808', '1e3', 'true', ' false\n', '1', 'TRUE', 'a&b<"c">\'d'];

describe.each(codecs)('an attribute of xs:$type.name', ({ type, read, required, write }) => {
  it.each([...texts, ...more])('R4: is read from %j as by the object of its type', (text) => {
    const open = () => opened(`<r a="${escapeAttribute(text)}"/>`);
    const expected = outcome(() => soap.readAttribute(open(), name, type));
    expect(outcome(() => read(open(), name))).toEqual(expected);
    expect(outcome(() => required(open(), name))).toEqual(expected);
  });

  it('is undefined where it is absent, and an error where it is required', () => {
    expect(read(opened('<r b="1"/>'), name)).toBeUndefined();
    const missing = outcome(() => required(opened('<r/>'), name));
    expect(missing).toEqual(['missing-attribute', 'r/@a', 'r/@a: this required attribute is missing']);
  });

  const values = [
    '',
    'a&b<"c">\'d\n',
    '\0',
    'x',
    0,
    -0,
    7,
    1.5,
    2 ** 31,
    Number.NaN,
    7n,
    2n ** 63n,
    true,
    false,
    {},
    null,
  ];

  it('is written, or rejected, as by the object of its type', () => {
    for (const value of values) {
      const expected = outcome(() => written(root, (writer) => soap.writeAttribute(writer, name, type, value)));
      expect(outcome(() => written(root, (writer) => write(writer, name, value)))).toEqual(expected);
    }
  });

  it('is not written where it is undefined', () => {
    expect(written(root, (writer) => write(writer, name, undefined))).toBe('<r xmlns="urn:u"/>');
  });
});
