import { describe, expect, it } from 'vitest';
import {
  namespace,
  type Person,
  readStore,
  rootTag,
  type Store,
  writeStore,
} from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';
import { type EncodedValue, readInt } from '../index.ts';
import { asXmlError, faultOfXmlError } from '../soap/detail-codes.ts';
import { closeEnvelope, openEnvelope } from '../soap/envelope-reader.ts';
import { beginEnvelope, endEnvelope, writeElement } from '../soap/envelope-writer.ts';
import { soap12 } from '../soap/version.ts';
import { type Limits, withDefaults } from '../xml/limits.ts';
import type { XmlReader } from '../xml/reader.ts';
import { readBody, readGrid, readNullableArray } from './index.ts';

const encoding = 'http://www.w3.org/2003/05/soap-encoding';

function readIn12<Value>(body: string, read: (reader: XmlReader) => Value, limits: Partial<Limits> = {}): Value {
  const envelope =
    `<env:Envelope xmlns:env="${soap12.namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:enc="${encoding}" xmlns:p="${namespace}">` +
    `<env:Body>${body}</env:Body></env:Envelope>`;
  const { reader } = openEnvelope(new TextEncoder().encode(envelope), soap12, { limits: withDefaults(limits) });
  const value = readBody(reader, read);
  closeEnvelope(reader);
  return value;
}

const readStored = (content: string, limits?: Partial<Limits>): Store =>
  readIn12(`<p:store env:encodingStyle="${encoding}">${content}</p:store>`, readStore, limits);

const person = (content: string): string => `<person><name>Ann</name>${content}</person>`;
const repeat = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/** The subcode of the fault for a message. */
function subcodeOf(content: string): string | undefined {
  try {
    readStored(content);
  } catch (error) {
    const wrong = asXmlError(error);
    return wrong && faultOfXmlError(wrong).subcode?.local;
  }
  return undefined;
}

describe('SOAP 1.2 part 2, 3.1: a reader', () => {
  it('follows enc:ref to the enc:id of a value before or after it, and shares the value', () => {
    const { person: found } = readStored(
      person('<home enc:id="a"><street>Mill Lane</street></home><work enc:ref="a"/>'),
    ) as { person: Person };
    expect(found.home).toEqual({ street: 'Mill Lane', city: undefined });
    expect(found.work).toBe(found.home);
    const before = readStored(person('<home enc:ref="a"/><work enc:id="a"><street>Mill Lane</street></work>'));
    expect(before.person?.home).toBe(before.person?.work);
  });

  it('reads many references of one form to different values', () => {
    const friends = repeat(3, (n) => `<i enc:id="f${n}"><name>Friend ${n}</name></i>`);
    const again = repeat(3, (n) => `<i enc:ref="f${2 - n}"/>`);
    const content = person(`<friends enc:itemType="p:Person" enc:arraySize="6">${friends}${again}</friends>`);
    expect(readStored(content).person?.friends.map((friend) => friend?.name)).toEqual([
      'Friend 0',
      'Friend 1',
      'Friend 2',
      'Friend 2',
      'Friend 1',
      'Friend 0',
    ]);
  });

  it.each([
    ['enc:itemType="xsd:int" enc:arraySize="2"', [1, 2]],
    ['enc:itemType="xsd:int"', [1, 2]],
    ['enc:itemType="xsd:int" enc:arraySize="*"', [1, 2]],
    ['enc:itemType="xsd:int" enc:arraySize="1 2"', [[1, 2]]],
    ['enc:itemType="xsd:int" enc:arraySize="* 1"', [[1], [2]]],
    ['enc:nodeType="array"', ['1', '2']],
    ['xsi:type="enc:Array" enc:itemType="xsd:int"', [1, 2]],
  ])('reads an array of any type with %s', (attributes, items) => {
    expect(readStored(`<extra ${attributes}><i>1</i><i>2</i></extra>`).extra).toEqual(items);
  });

  it('reads an empty struct by its nodeType', () => {
    expect(readStored('<extra enc:nodeType="struct"/>').extra).toEqual({ $type: 'Struct' });
  });

  it('SOAP 1.2 part 2, 4.2.1: skips rpc:result, whatever the names of the parts', () => {
    const result = '<rpc:person xmlns:rpc="http://www.w3.org/2003/05/soap-rpc">person</rpc:person>';
    expect(readStored(result + person('')).person?.name).toBe('Ann');
  });

  it.each([encoding, `${soap12.namespace}/encoding/none`, ''])('accepts the encodingStyle "%s"', (style) => {
    expect(readIn12(`<p:store env:encodingStyle="${style}">${person('')}</p:store>`, readStore).person?.name).toBe(
      'Ann',
    );
  });

  it('rejects the encoding of SOAP 1.1', () => {
    const body = `<p:store env:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">${person('')}</p:store>`;
    expect(() => readIn12(body, readStore)).toThrow(expect.objectContaining({ code: 'DataEncodingUnknown' }));
  });
});

describe('SOAP 1.2 part 2, 3.2: the fault', () => {
  it('for a ref to nothing has the subcode MissingID', () => {
    expect(subcodeOf(person('<home enc:ref="gone"/>'))).toBe('MissingID');
  });

  it('for two elements of one id has the subcode DuplicateID', () => {
    const address = '<street>Mill Lane</street>';
    expect(subcodeOf(person(`<home enc:id="a">${address}</home><work enc:id="a">${address}</work>`))).toBe(
      'DuplicateID',
    );
  });

  it('for a reference of SOAP 1.1 has no subcode', () => {
    expect(subcodeOf(person('<home href="#gone"/>'))).toBeUndefined();
  });
});

describe('a hostile message of SOAP 1.2', () => {
  it('of arrays that refer twice to the next one reaches maxElements', () => {
    const arrays = repeat(
      30,
      (n) => `<x enc:id="a${n}" enc:nodeType="array"><i enc:ref="a${n + 1}"/><i enc:ref="a${n + 1}"/></x>`,
    );
    const bomb = `<extra enc:nodeType="struct"><first enc:ref="a0"/><all enc:nodeType="array">${arrays}<x enc:id="a30">leaf</x></all></extra>`;
    expect(() => readStored(bomb)).toThrow(/maxElements/);
  });

  it('with a circle is an error with its path', () => {
    const circle = person('<friends enc:id="a" enc:itemType="p:Person"><i><friends enc:ref="a"/></i></friends>');
    expect(failure(() => readStored(circle))[0]).toBe('reference');
  });

  it('that declares 2^31 items has those that it holds', () => {
    const ints = '<p:ints enc:itemType="xsd:int" enc:arraySize="2147483648"><i>7</i></p:ints>';
    expect(readIn12(ints, (reader) => readNullableArray(reader, readInt))).toEqual([7]);
    const grid = '<p:ints enc:itemType="xsd:int" enc:arraySize="* 2147483648"><i>7</i></p:ints>';
    expect(() => readIn12(grid, (reader) => readGrid(reader, readInt, 2))).toThrow(/maxItems/);
  });

  it('with sizes that are none is an error of the value', () => {
    for (const size of ['2 *', '-1', '1,2', 'x']) {
      expect(failure(() => readStored(`<extra enc:arraySize="${size}"><i/></extra>`))).toEqual([
        'value',
        'store/extra',
      ]);
    }
  });

  it('has no more items than maxItems', () => {
    const many = `<extra enc:nodeType="array">${'<i>1</i>'.repeat(11)}</extra>`;
    expect(() => readStored(many, { maxItems: 10 })).toThrow(/maxItems/);
  });
});

describe('SOAP 1.2: a writer', () => {
  const writtenIn12 = (store: Store): string => {
    const builder = beginEnvelope(soap12);
    writeElement(builder, rootTag, () => writeStore(builder, store));
    return endEnvelope(builder, soap12).text ?? '';
  };

  it('declares the encoding of SOAP 1.2, and writes itemType and arraySize', () => {
    const text = writtenIn12({ person: { name: 'Ann', nick: null, tags: ['a', 'b'], friends: [], extra: undefined } });
    expect(text).toContain(` xmlns:soapenc="${encoding}"`);
    expect(text).toContain(` soap12:encodingStyle="${encoding}"`);
    expect(text).toContain('<tags xsi:type="soapenc:Array" soapenc:itemType="xsd:string" soapenc:arraySize="2">');
    expect(text).not.toContain('schemas.xmlsoap.org');
  });

  it('writes messages that the reader reads', () => {
    const extra = new Map<string, EncodedValue>([['list', [1, null, ['x']]]]);
    const text = writtenIn12({ extra });
    const { reader } = openEnvelope(new TextEncoder().encode(text), soap12);
    expect(readBody(reader, readStore).extra).toEqual(extra);
  });
});
