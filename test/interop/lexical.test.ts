import * as soap from '@soapwright/runtime';
import { describe, expect, it } from 'vitest';
import { required } from './foreign.ts';
import { hasXmllint, SchemaFolder } from './schemas.ts';

/** Texts on which xmllint and we differ: the table in docs/reference/conformance.md. XML Schema part 2 decides. */
const differences: readonly (readonly [type: keyof typeof types, text: string, xmllint: boolean])[] = [
  ['int', ' 1 ', false],
  ['long', '\n7\t', false],
  ['double', ' INF ', false],
  ['dateTime', ' 2024-01-01T00:00:00Z ', false],
  ['decimal', '1'.repeat(30), false],
  ['integer', '1'.repeat(30), false],
  ['anyURI', 'http://[x', false],
  ['NMTOKENS', '', true],
  ['IDREFS', '', true],
  ['dateTime', '10000-01-01T00:00:00Z', true],
  ['dateTime', '-0001-01-01T00:00:00Z', true],
];

/** On which both agree, so that the table is not all that was asked. */
const agreed: readonly (readonly [type: keyof typeof types, text: string, valid: boolean])[] = [
  ['int', '+1', true],
  ['decimal', '+.5', true],
  ['decimal', '5.', true],
  ['boolean', ' true ', true],
  ['double', '+INF', false],
  ['dateTime', '2024-01-01T24:00:00Z', true],
  ['dateTime', '2024-01-01T24:00:01Z', false],
  ['dateTime', '0000-01-01T00:00:00Z', false],
  ['dateTime', '2024-01-01T00:00:00+14:01', false],
  ['date', '2023-02-29', false],
  ['gMonth', '--02', true],
  ['gMonth', '--02--', false],
  ['duration', 'P', false],
  ['base64Binary', ' A A = = ', true],
  ['base64Binary', 'AB==', false],
  ['hexBinary', ' 0F ', true],
  ['language', ' de ', true],
  ['NCName', 'a:b', false],
];

const types = {
  int: soap.int,
  long: soap.long,
  double: soap.double,
  decimal: soap.decimal,
  integer: soap.integer,
  boolean: soap.boolean,
  anyURI: soap.anyURI,
  base64Binary: soap.base64Binary,
  hexBinary: soap.hexBinary,
  NMTOKENS: soap.NMTOKENS,
  IDREFS: soap.IDREFS,
  // As `Date`; `exact` holds those years too.
  dateTime: soap.dateTime,
  date: soap.date,
  gMonth: soap.gMonth,
  duration: soap.duration,
  language: soap.language,
  NCName: soap.NCName,
};

function reads(type: keyof typeof types, text: string): boolean {
  try {
    types[type].parse(text);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasXmllint && !required)('xmllint as a second opinion on texts of values', () => {
  const schema = `<wsdl:definitions xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:schema>${Object.keys(types)
    .map((name) => `<xs:element name="${name}" type="xs:${name}"/>`)
    .join('')}</xs:schema></wsdl:definitions>`;
  const reported = (cases: readonly (readonly [type: string, text: string, valid: boolean])[]): readonly boolean[] => {
    const folder = new SchemaFolder(schema);
    try {
      const said = folder.validate(cases.map(([type, text]) => `<${type}>${text}</${type}>`));
      return cases.map((_, index) => !new RegExp(`^${index}\\.xml:`, 'm').test(said));
    } finally {
      folder.remove();
    }
  };
  const verdicts = (judge: (type: keyof typeof types, text: string, valid: boolean) => boolean, cases: typeof agreed) =>
    cases.map(([type, text, valid]) => `${type} ${JSON.stringify(text)} ${judge(type, text, valid)}`);

  it('differs on these', () => {
    const said = reported(differences);
    expect(differences.map(([type, text], index) => `${type} ${JSON.stringify(text)} ${said[index]}`)).toEqual(
      verdicts((_type, _text, valid) => valid, differences),
    );
    expect(verdicts(reads, differences)).toEqual(verdicts((_type, _text, valid) => !valid, differences));
  });

  it('agrees on others', () => {
    const said = reported(agreed);
    expect(agreed.map(([type, text], index) => `${type} ${JSON.stringify(text)} ${said[index]}`)).toEqual(
      verdicts((_type, _text, valid) => valid, agreed),
    );
    expect(verdicts(reads, agreed)).toEqual(verdicts((_type, _text, valid) => valid, agreed));
  });
});
