import { describe, expect, it } from 'vitest';
import {
  encodedEnvelope,
  readMessage,
  readStore,
  readStored,
  rootTag,
  writeStore,
} from '../../../test/support/runtime/encoded-codecs.ts';
import { failure, written } from '../../../test/support/runtime/xml-helpers.ts';
import { tolerant } from '../client/tolerant.ts';
import { DateTime, Duration, type EncodedValue, readDateTime, restriction, string, type XmlReader } from '../index.ts';
import { beginEnvelope, endEnvelope, writeElement } from '../soap/envelope-writer.ts';
import { soap11 } from '../soap/version.ts';
import { anyReader, open, read } from './index.ts';

const readExtra = (extra: string, beside = ''): unknown => readStored(extra, beside).extra;
const writeExtra = (extra: EncodedValue): string => written(rootTag, (writer) => writeStore(writer, { extra }));

describe('a value of any type', () => {
  it.each<[string, unknown]>([
    ['<extra xsi:type="xsd:string"> a </extra>', ' a '],
    ['<extra xsi:type="xsd:int">7</extra>', 7],
    ['<extra xsi:type="enc:int">7</extra>', 7],
    ['<extra xsi:type="xsd:long">7</extra>', 7n],
    ['<extra xsi:type="xsd:double">0.5</extra>', 0.5],
    ['<extra xsi:type="xsd:boolean">1</extra>', true],
    ['<extra xsi:type="xsd:decimal">1.50</extra>', '1.50'],
    ['<extra xsi:type="xsd:dateTime">2024-01-02T03:04:05Z</extra>', new Date('2024-01-02T03:04:05Z')],
    ['<extra xsi:type="enc:base64">AQI=</extra>', new Uint8Array([1, 2])],
    ['<extra xsi:type="p:Color">red</extra>', 'red'],
    ['<extra>text</extra>', 'text'],
    ['<extra/>', ''],
    ['<extra xsi:nil="true"/>', null],
    ['<extra xsi:type="xsd:anyType">text</extra>', 'text'],
    ['<extra xsi:type="enc:Struct"><a xsi:type="xsd:int">1</a><b>c</b></extra>', { $type: 'Struct', a: 1, b: 'c' }],
    ['<extra> <a xsi:type="xsd:int">1</a></extra>', { $type: 'Struct', a: 1 }],
    [
      '<extra xsi:type="enc:Array"><i>a</i><i xsi:type="xsd:int">1</i><enc:boolean>true</enc:boolean></extra>',
      ['a', 1, true],
    ],
    ['<extra enc:arrayType="xsd:int[2]"><i>1</i><i>2</i></extra>', [1, 2]],
    ['<extra xsi:type="p:Unknown" enc:arrayType="xsd:int[2]"><i>1</i><i>2</i></extra>', [1, 2]],
  ])('is read by its type: %s', (extra, value) => {
    expect(readExtra(extra)).toEqual(value);
  });

  it.each([
    [
      '1999',
      '<extra xmlns:i="http://www.w3.org/1999/XMLSchema-instance" xmlns:s="http://www.w3.org/1999/XMLSchema" i:type="s:int">7</extra>',
      7,
    ],
    ['1999', '<extra xmlns:i="http://www.w3.org/1999/XMLSchema-instance" i:null="1"/>', null],
    [
      '2000',
      '<extra xmlns:i="http://www.w3.org/2000/10/XMLSchema-instance" xmlns:s="http://www.w3.org/2000/10/XMLSchema" i:type="s:int">7</extra>',
      7,
    ],
  ])('may have attributes of XML Schema of %s: %s', (_, extra, value) => {
    expect(readExtra(extra)).toEqual(value);
  });

  it('can be a Map and a Vector of Apache SOAP', () => {
    const apache = 'xmlns:a="http://xml.apache.org/xml-soap"';
    const map =
      `<extra ${apache} xsi:type="a:Map"><item><key xsi:type="xsd:string">one</key><value xsi:type="xsd:int">1</value></item>` +
      '<item><value href="#v"/><key xsi:type="xsd:int">2</key></item></extra>';
    const vector = `<multiRef id="v" ${apache} xsi:type="a:Vector"><item xsi:type="xsd:string">x</item><item xsi:nil="true"/></multiRef>`;
    expect(readExtra(map, vector)).toEqual(
      new Map<unknown, unknown>([
        ['one', 1],
        [2, ['x', null]],
      ]),
    );
  });

  it('can have another reader for a built-in type, as the options of a contract choose', () => {
    const local = 'dateTime';
    const readExact = anyReader(() => [{ namespace: 'http://www.w3.org/2001/XMLSchema', local, read: readDateTime }]);
    const read = (extra: string): unknown => readMessage(encodedEnvelope(extra), readExact);
    const exact = DateTime.parse('2024-01-02T03:04:05.123456Z');
    expect(read(`<a xsi:type="xsd:dateTime">${exact}</a>`)).toEqual(exact);
    expect(read(`<a xsi:type="enc:Array" enc:arrayType="enc:dateTime[1]"><i>${exact}</i></a>`)).toEqual([exact]);
  });

  it('of an open enumeration is any text for tolerant readers only', () => {
    const Color = restriction<string, 'red'>('Color', string, { enumeration: ['red'] });
    const readColor = (reader: XmlReader) => read(reader, open(Color));
    const message = encodedEnvelope('<a href="#b"/><b id="b">blue</b>');
    expect(failure(() => readMessage(message, readColor))).toEqual(['value', 'a']);
    expect(readMessage(message, readColor, { tolerance: tolerant })).toBe('blue');
    expect(open(Color)).toBe(open(Color));
  });

  it('of a type that is not known is rejected', () => {
    expect(failure(() => readExtra('<extra xsi:type="p:Other">a</extra>'))).toEqual(['type', 'store/extra']);
    expect(failure(() => readExtra('<extra xsi:type="none:Other">a</extra>'))).toEqual(['type', 'store/extra']);
    expect(failure(() => readExtra('<extra><a>1</a><a>2</a></extra>'))).toEqual(['repeated-element', 'store/extra/a']);
  });

  it('gets no prototype from its accessors', () => {
    const value = readExtra('<extra><__proto__><polluted>1</polluted></__proto__></extra>') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['$type', '__proto__']);
  });

  it.each<[unknown]>([
    ['a < b'],
    [7],
    [-0],
    [2 ** 31],
    [0.5],
    [true],
    [7n],
    [2n ** 70n],
    [new Date('2024-01-02T03:04:05.678Z')],
    [new Uint8Array([1, 2, 3])],
    [null],
    [['a', 1, [null, true]]],
    [new Map<unknown, unknown>([['k', new Map([[1, 'v']])]])],
    [{ $type: 'Address', street: 'High', city: 'Ely' }],
    [{ $type: 'Struct', name: 'a', parts: [{ $type: 'Struct', size: 1 }] }],
    [{ namespace: 'urn:q', local: 'name' }],
  ])('is written with its type: %s', async (value) => {
    const builder = beginEnvelope(soap11);
    writeElement(builder, rootTag, () => writeStore(builder, { extra: value as EncodedValue }));
    const message = await endEnvelope(builder, soap11).bytes();
    expect(readMessage(new TextDecoder().decode(message), readStore).extra).toEqual(value);
  });

  it('keeps every digit of what has a type of its own', () => {
    expect(writeExtra(DateTime.parse('2024-01-02T03:04:05.123456+01:00') as never)).toContain(
      '<extra xsi:type="xsd:dateTime">2024-01-02T03:04:05.123456+01:00</extra>',
    );
    expect(writeExtra(Duration.parse('P1D') as never)).toContain('<extra xsi:type="xsd:duration">P1D</extra>');
  });

  it('that says no type is not written', () => {
    expect(failure(() => writeExtra({ street: 'High' } as never))).toEqual(['value', 'store/extra']);
    expect(failure(() => writeExtra({ $type: 'Other' } as never))).toEqual(['value', 'store/extra']);
    expect(failure(() => writeExtra([Symbol('a')] as never))).toEqual(['value', 'store/extra/item']);
  });
});
