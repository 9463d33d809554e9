import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { Side } from './side.ts';
import { problemsBetween } from './simple-inclusion.ts';
import { type SimpleShape, shapeOf } from './simple-shape.ts';

/** The shape of a simple type of the contract language. */
function shape(type: string): SimpleShape {
  const text = `soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\ntypes: { T: ${type} }\noperations: { Do: { request: { A: T }, oneWay: true } }\n`;
  const side = new Side(contractOf(text), 'urn:s/');
  const found = shapeOf({ kind: 'named', name: { namespace: 'urn:s/', local: 'T' } }, side);
  if (found === undefined) throw new Error(`${type} is not a simple type.`);
  return found;
}

const base = (type: string, facets = ''): string => `{ base: ${type}${facets === '' ? '' : `, ${facets}`} }`;

describe('a simple type admits all values of another one', () => {
  it.each([
    [base('long'), base('int')],
    [base('decimal'), base('int')],
    [base('double'), base('int')],
    [base('string'), base('dateTime')],
    [base('unsignedByte'), base('integer', 'min: 0, max: 200')],
    [base('int', 'max: 10'), base('int', 'maxExclusive: 10')],
    [base('string', 'maxLength: 3'), '[a, bcd]'],
    ['{ union: [int, date] }', base('int')],
    ['{ list: long }', '{ list: int }'],
  ])('%s admits %s', (wide, narrow) => {
    expect(problemsBetween(shape(wide), shape(narrow))).toEqual([]);
    expect(problemsBetween(shape(narrow), shape(wide))).not.toEqual([]);
  });
});

describe('a simple type does not admit', () => {
  it.each([
    [base('int'), base('long'), [{ kind: 'type', wide: 'xs:int', narrow: 'xs:long' }]],
    [base('string'), base('base64Binary'), [{ kind: 'type', wide: 'xs:string', narrow: 'xs:base64Binary' }]],
    [base('double'), base('long'), [{ kind: 'type', wide: 'xs:double', narrow: 'xs:long' }]],
    [
      base('string', 'minLength: 2'),
      base('string'),
      [{ kind: 'facet', facet: 'minLength', wide: '2', narrow: 'absent' }],
    ],
    [
      base('string', "pattern: 'a+'"),
      base('string', "pattern: 'a*'"),
      [{ kind: 'facet', facet: 'pattern', wide: '"a+"', narrow: '"a*"' }],
    ],
    ['[a]', base('string'), [{ kind: 'facet', facet: 'enumeration', wide: 'a list of values', narrow: 'any value' }]],
  ])('%s does not admit %s', (wide, narrow, problems) => {
    expect(problemsBetween(shape(wide), shape(narrow))).toEqual(problems);
  });

  it('a value of an enumeration that it lacks', () => {
    const problems = problemsBetween(shape('[a, b]'), shape('[a, b, c]'));
    expect(problems).toMatchObject([{ kind: 'value', value: { value: 'c' } }]);
  });
});
