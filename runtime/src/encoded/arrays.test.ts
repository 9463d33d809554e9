import { describe, expect, it } from 'vitest';
import { encodedEnvelope, readAny, readMessage, readStored } from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';
import { readInt, type XmlReader } from '../index.ts';
import { readGrid, readNullable, readNullableArray, readNullableGrid } from './index.ts';

const readTags = (tags: string): readonly string[] | undefined =>
  readStored(`<person><name>Ann</name>${tags}</person>`).person?.tags;

/** Reads an array by a function of generated code. */
function readAs<Value>(array: string, read: (reader: XmlReader) => Value): Value {
  return readMessage(encodedEnvelope(array), read);
}

const readGridOfInt = (reader: XmlReader) => readGrid(reader, readInt, 2);
const readSparse = (reader: XmlReader) => readNullableArray(reader, readInt);
const readSparseGrid = (reader: XmlReader) => readNullableGrid(reader, readInt, 2);

describe('arrays', () => {
  it('hold items of any name, with and without types', () => {
    expect(
      readTags('<tags xsi:type="enc:Array" enc:arrayType="xsd:string[2]"><item>a</item><item>b</item></tags>'),
    ).toEqual(['a', 'b']);
    expect(readTags('<tags enc:arrayType="xsd:string[]"><enc:string>a</enc:string><x>b</x></tags>')).toEqual([
      'a',
      'b',
    ]);
    expect(readTags('<tags/>')).toEqual([]);
  });

  it('are independent elements too, of independent items', () => {
    const { person } = readStored(
      '<person href="#p"/>',
      '<x id="p"><name>Ann</name><tags href="#t"/></x>' +
        '<enc:Array id="t" enc:arrayType="xsd:string[2]"><Item href="#s"/><Item href="#s"/></enc:Array><x id="s">a</x>',
    );
    expect(person?.tags).toEqual(['a', 'a']);
  });

  it('can begin at an offset and leave items out, which are null where that is allowed', () => {
    expect(readAs('<a enc:arrayType="xsd:int[5]" enc:offset="[2]"><i>1</i><i>2</i></a>', readSparse)).toEqual([
      null,
      null,
      1,
      2,
    ]);
    const sparse = '<a><i enc:position="[3]">3</i><i>4</i><i enc:position="[ 0 ]">0</i></a>';
    expect(readAs(sparse, readSparse)).toEqual([0, null, null, 3, 4]);
    expect(failure(() => readTags('<tags><x enc:position="[1]">a</x></tags>'))).toEqual([
      'missing-element',
      'store/person/tags[0]',
    ]);
  });

  it('have each index once', () => {
    const twice = '<a><i enc:position="[1]">3</i><i enc:position="[1]">4</i></a>';
    expect(failure(() => readAs(twice, readSparse))).toEqual(['repeated-element', 'a/i[1]']);
  });

  it('have several dimensions, whose rows follow each other', () => {
    const items = [1, 2, 3, 4, 5, 6].map((number) => `<i>${number}</i>`).join('');
    const rows = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    expect(readAs(`<a enc:arrayType="xsd:int[2,3]">${items}</a>`, readGridOfInt)).toEqual(rows);
    expect(readAs(`<a xsi:type="enc:Array" enc:arrayType="xsd:int[2,3]">${items}</a>`, readAny)).toEqual(rows);
    const sparse = '<a enc:arrayType="xsd:int[2,2]"><i enc:position="[1,0]">3</i></a>';
    expect(readAs(sparse, readSparseGrid)).toEqual([[null, null], [3]]);
  });

  it.each([
    ['<a><i>1</i></a>'],
    ['<a enc:arrayType="xsd:int[2]"><i>1</i></a>'],
    ['<a enc:arrayType="xsd:int[,]"><i>1</i></a>'],
    ['<a enc:arrayType="xsd:int[-1,2]"><i>1</i></a>'],
    ['<a enc:arrayType="xsd:int"><i>1</i></a>'],
  ])('of several dimensions must say their sizes: %s', (array) => {
    expect(failure(() => readAs(array, readGridOfInt))).toEqual(['value', 'a']);
  });

  it.each([
    ['<a enc:offset="2"><i>1</i></a>', 'a'],
    ['<a enc:offset="[-1]"><i>1</i></a>', 'a'],
    ['<a enc:offset="[,]"><i>1</i></a>', 'a'],
    ['<a enc:offset="[1,1]"><i>1</i></a>', 'a'],
    ['<a><i enc:position="[x]">1</i></a>', 'a/i'],
  ])('must have indexes that are numbers: %s', (array, path) => {
    expect(failure(() => readAs(array, readSparse))).toEqual(['value', path]);
  });

  it('hold arrays', () => {
    const array =
      '<a xsi:type="enc:Array" enc:arrayType="xsd:int[][2]"><i enc:arrayType="xsd:int[2]"><i>1</i><i>2</i></i>' +
      '<i enc:arrayType="xsd:string[1]"><i>3</i></i></a>';
    expect(readAs(array, readAny)).toEqual([[1, 2], ['3']]);
  });

  it('hold nil only where that is allowed', () => {
    expect(readAs('<a><i xsi:nil="true"/><i>1</i></a>', readSparse)).toEqual([null, 1]);
    expect(failure(() => readTags('<tags><x>a</x><x xsi:nil="true"/></tags>'))).toEqual([
      'nil',
      'store/person/tags/x[1]',
    ]);
  });

  it('keep shared items', () => {
    const array =
      '<a enc:arrayType="p:Address[2]" xsi:type="enc:Array"><i id="a"><street>S</street></i><i href="#a"/></a>';
    const [first, second] = readAs(array, (reader) => readNullable(reader, readAny)) as object[];
    expect(first).toEqual({ $type: 'Address', street: 'S', city: undefined });
    expect(second).toBe(first);
  });
});
