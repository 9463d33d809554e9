import type { FieldDescription } from './pages-description.ts';

/** Values that fit their types, so that a sample can be sent as it stands. */
const values: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'string',
    normalizedString: 'string',
    token: 'token',
    int: '0',
    long: '0',
    short: '0',
    byte: '0',
    integer: '0',
    nonNegativeInteger: '0',
    positiveInteger: '1',
    nonPositiveInteger: '0',
    negativeInteger: '-1',
    unsignedLong: '0',
    unsignedInt: '0',
    unsignedShort: '0',
    unsignedByte: '0',
    decimal: '1.50',
    double: '1.5',
    float: '1.5',
    boolean: 'false',
    dateTime: '2001-02-03T04:05:06Z',
    date: '2001-02-03',
    time: '04:05:06',
    duration: 'P1DT2H3M',
    gYear: '2001',
    gYearMonth: '2001-02',
    gMonth: '--02',
    gMonthDay: '--02-03',
    gDay: '---03',
    base64Binary: 'AQID',
    hexBinary: '010203',
    anyURI: 'https://example.org/',
    language: 'en',
    Name: 'name',
    NCName: 'name',
    NMTOKEN: 'token',
    ID: 'id',
    IDREF: 'id',
    ENTITY: 'name',
    NMTOKENS: 'one two',
    IDREFS: 'id',
    ENTITIES: 'name',
    QName: 'name',
    NOTATION: 'name',
    anyType: 'text',
  }),
);

/** A value of a simple field. */
export function sampleText({ type = '', fixed, values: listed, sample, fallback }: FieldDescription): string {
  return fixed ?? listed?.[0] ?? sample ?? fallback ?? values.get(type) ?? '';
}
