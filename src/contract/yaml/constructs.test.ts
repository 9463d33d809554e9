import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { emit } from '../../emit/index.ts';
import type { ComplexType, Contract } from '../model/index.ts';
import { loadContract } from './load.ts';

const head = 'soapwright: 1\nservice: Shop\nnamespace: urn:shop/\naddress: http://localhost/shop\n';

function withRecords(records: string, more = ''): Contract {
  return contractOf(`${head}${more}operations: { Find: { result: Item } }\nrecords:\n${records}`);
}

function record(contract: Contract, local: string): ComplexType {
  const types = contract.schemas.flatMap((schema) => schema.types);
  const found = types.find((type) => type.name.local === local);
  if (found?.kind !== 'complex') throw new Error(`There is no record ${local}.`);
  return found;
}

describe('records', () => {
  it('have groups as properties, with the occurrence after the name', () => {
    const contract = withRecords(
      `  Item:
    $choice method?:
      card: string
      $sequence transfer: { iban: string, bic: string? }
    $sequence rows[1..3]: { a: int }
    $group who[]: Contact
    $any extra: { namespaces: ["##local", "urn:x"], process: skip, doc: More. }
`,
      'groups: { Contact: { $order: choice, mail: string, phone: string } }\n',
    );
    expect(record(contract, 'Item').content).toMatchObject({
      particle: {
        kind: 'sequence',
        particles: [
          {
            kind: 'choice',
            typeScriptName: 'method',
            occurs: { min: 0, max: 1 },
            particles: [{ kind: 'element' }, { kind: 'sequence', typeScriptName: 'transfer' }],
          },
          { kind: 'sequence', typeScriptName: 'rows', occurs: { min: 1, max: 3 } },
          {
            kind: 'groupReference',
            typeScriptName: 'who',
            name: { namespace: 'urn:shop/', local: 'Contact' },
            occurs: { min: 0, max: 'unbounded' },
          },
          {
            kind: 'any',
            typeScriptName: 'extra',
            doc: 'More.',
            wildcard: { namespaces: ['##local', 'urn:x'], processContents: 'skip' },
          },
        ],
      },
    });
    expect(contract.schemas[0]?.groups[0]).toMatchObject({ name: { local: 'Contact' }, particle: { kind: 'choice' } });
  });

  it('have attributes, by either spelling', () => {
    const contract = withRecords(
      `  Item:
    $attributes: { id: ID, lang: { type: language, default: en }, $groups: [Audit], $ref xml:space: { optional: true }, $any rest: { namespaces: other } }
    old: { type: string, attribute: true, form: qualified }
    form: { type: string, form: unqualified }
`,
      'attributeGroups: { Audit: { by: string? } }\n',
    );
    expect(record(contract, 'Item')).toMatchObject({
      attributes: [
        { name: { namespace: '', local: 'id' }, use: 'required' },
        { name: { local: 'lang' }, use: 'optional', default: 'en' },
        { name: { local: 'space' }, use: 'optional', reference: true, type: { name: { local: 'NCName' } } },
        { name: { namespace: 'urn:shop/', local: 'old' }, use: 'required' },
      ],
      attributeGroups: [{ local: 'Audit' }],
      anyAttribute: { namespaces: '##other', processContents: 'lax', typeScriptName: 'rest' },
      content: { particle: { particles: [{ element: { name: { namespace: '', local: 'form' } } }] } },
    });
  });

  it('may be text, or extend or restrict others', () => {
    const contract = withRecords(`  Item: { $text: decimal, $attributes: { unit: string } }
  More: { $extends: Item, $attributes: { at: dateTime? } }
  Less: { $restricts: Item, $text: { type: { base: decimal, min: 0 }, sensitive: true } }
`);
    expect(record(contract, 'Item').content).toMatchObject({ kind: 'simple', type: { name: { local: 'decimal' } } });
    expect(record(contract, 'More')).toMatchObject({
      content: { kind: 'empty' },
      derivation: { method: 'extension', base: { local: 'Item' } },
    });
    expect(record(contract, 'Less').content).toMatchObject({
      kind: 'simple',
      sensitive: true,
      type: { kind: 'anonymous' },
    });
  });

  it('end at an optional branch of a choice, or at a derived record', () => {
    const text = `${head}operations: { Find: { result: Item } }\nrecords:
  Item: { $choice of: { item: Item, end: Shape } }
  Shape: { $abstract: true, name: string }
  Box: { $extends: Shape, inner: Shape }
  Dot: { $extends: Shape }
`;
    expect(loadContract({ file: 'contract.yaml', text }).diagnostics).toEqual([]);
  });
});

describe('simple types', () => {
  it('of lists and unions are limited in a second step', () => {
    const { schemas } = contractOf(
      `${head}operations: { Find: { request: { A: Sizes, B: Any, C: { type: [x, y] } }, result: { type: int, as: N } } }
types: { Sizes: { list: int, maxLength: 5 }, Any: { union: [int, { enum: [none] }] } }\n`,
    );
    expect(schemas[0]?.types).toMatchObject([
      { variety: { kind: 'restriction', facets: { maxLength: 5 }, base: { type: { variety: { kind: 'list' } } } } },
      { variety: { kind: 'union', members: [{ name: { local: 'int' } }, { kind: 'anonymous' }] } },
    ]);
  });

  it('can restrict every built-in type, and have values of it', () => {
    const values: Readonly<Record<string, string>> = {
      boolean: '',
      dateTime: '2000-02-29T24:00:00Z',
      date: '-0001-12-31+14:00',
      time: '23:59:59.5',
      duration: 'P1Y2MT3.5S',
      gYear: '2000',
      gYearMonth: '2000-01',
      gMonth: '--12',
      gMonthDay: '--02-29',
      gDay: '---31',
      hexBinary: '0aFF',
      base64Binary: 'AA==',
      double: '1.5',
      float: '-1',
      decimal: '0.10',
      integer: '-5',
      unsignedLong: '18446744073709551615',
      QName: '{urn:a}a',
      NMTOKENS: 'a 1b',
      IDREFS: 'a b',
      language: 'de-CH',
      anyURI: 'a b',
      token: 'a b',
      Name: ':a',
      NCName: 'a.b',
    };
    const types = Object.entries(values).map(([base, value]) =>
      value === ''
        ? `  T${base}: { base: ${base}, pattern: "true|false" }\n`
        : `  T${base}: { base: ${base}, enum: ["${value}"] }\n`,
    );
    const text = `${head}operations: { Find: { result: { type: int, as: N } } }\ntypes:\n${types.join('')}`;
    expect(loadContract({ file: 'contract.yaml', text }).diagnostics).toEqual([]);
    const wrong = text
      .replace('---31', '---32')
      .replace('"AA=="', '"AB=="')
      .replace('de-CH', 'de_CH')
      .replace('"a.b"', '"a:b"');
    expect(loadContract({ file: 'contract.yaml', text: wrong }).diagnostics.map(({ code }) => code)).toEqual(
      Array(4).fill('SW1325'),
    );
  });
});

describe('the mapping of a simple type', () => {
  it('is that of all fields that have the type, and of types derived from it', async () => {
    const contract = withRecords(
      '  Item: { price: Money, less: SmallMoney, in: { type: { base: long, mapping: string } } }\n',
      'types: { Money: { base: decimal, mapping: number, fractionDigits: 2 }, SmallMoney: { base: Money, max: 9 } }\n',
    );
    const files = await emit(contract, { source: 'shop.yaml', importExtension: 'ts' });
    const types = files.find(({ path }) => path === 'types.ts')?.text;
    expect(types).toMatch(/type Money = number;/);
    expect(types).toMatch(/type SmallMoney = number;|type SmallMoney = Money;/);
    expect(types).toMatch(/type Item_in = string;/);
  });

  it('has to fit the type that it restricts', () => {
    const text = `${head}operations: { Find: { result: Item } }
records: { Item: { a: A, b: B, c: C } }
types: { A: { base: string, mapping: number, maxLength: 1 }, B: { base: A, mapping: string }, C: { list: int, mapping: string } }
`;
    const codes = loadContract({ file: 'shop.yaml', text }).diagnostics.map(({ code, line }) => `${code} ${line}`);
    expect(codes).toEqual(['SW1311 7', 'SW1311 7', 'SW1311 7']);
  });
});

describe('operations', () => {
  const contract = contractOf(`${head}soapAction: "urn:shop#{operation}"
headers: { Session: { type: string, mustUnderstand: true }, Quota: { type: int, optional: true } }
faults: { Gone: { type: string, name: GoneFault } }
elements: { Query: string }
operations:
  Find: { headers: { request: [Session], response: [Quota] }, faults: [Gone], response: { A: int, B: int } }
  Tell: { oneWay: true, headers: [Session], request: { A: int } }
  Bare: { style: bare, request: { element: Query }, result: { type: int, nillable: true }, soapAction: "" }
  Remote: { style: rpc, request: { A: { type: string, sensitive: true } }, result: { type: int, as: Sum } }
  Many: { result: { type: int, as: N, many: true } }
`);
  const operations = contract.portTypes[0]?.operations;
  const message = (local: string) => contract.messages.find(({ name }) => name.local === local)?.parts;

  it('return a field, an object, an element, or nothing', () => {
    expect(operations?.map(({ name, pattern, returns }) => [name, pattern, returns])).toEqual([
      ['Find', 'request-response', 'output'],
      ['Tell', 'one-way', 'output'],
      ['Bare', 'request-response', 'output'],
      ['Remote', 'request-response', 'field'],
      ['Many', 'request-response', 'field'],
    ]);
    expect(operations?.[1]?.output).toBeUndefined();
  });

  it('have messages of elements, or of parts', () => {
    expect(message('BareSoapIn')).toMatchObject([{ name: 'body', content: { name: { local: 'Query' } } }]);
    expect(message('BareSoapOut')).toMatchObject([{ name: 'body', content: { name: { local: 'BareResponse' } } }]);
    expect(message('RemoteSoapIn')).toMatchObject([
      { name: 'A', content: { type: { local: 'string' } }, sensitive: true },
    ]);
    expect(contract.bindings[0]?.operations[3]).toMatchObject({ style: 'rpc', input: { namespace: 'urn:shop/' } });
    expect(contract.bindings[0]?.operations.map(({ soapAction }) => soapAction)).toEqual([
      'urn:shop#Find',
      'urn:shop#Tell',
      '',
      'urn:shop#Remote',
      'urn:shop#Many',
    ]);
  });

  it('have headers and faults', () => {
    expect(contract.bindings[0]?.operations[0]).toMatchObject({
      input: {
        headers: [{ message: { local: 'SessionHeader' }, part: 'Session', mustUnderstand: true, required: true }],
      },
      output: { headers: [{ message: { local: 'QuotaHeader' }, part: 'Quota', required: false }] },
      faults: [{ name: 'Gone' }],
    });
    expect(operations?.[0]?.faults).toMatchObject([{ name: 'Gone', message: { local: 'GoneFaultFault' } }]);
    expect(message('GoneFaultFault')).toMatchObject([{ name: 'detail', content: { name: { local: 'Gone' } } }]);
  });
});

describe('rejected contracts', () => {
  const codes = (text: string): readonly string[] =>
    loadContract({ file: 'c.yaml', text: `${head}${text}` }).diagnostics.map(({ code }) => code);

  it('include ambiguous content of a record without a name in a group', () => {
    const text = (second: string) => `operations: { Find: { request: { $group g: G }, result: { type: int, as: r } } }
groups: { G: { a: { record: { x: "int[]", ${second}: int } } } }
elements: { x: string }
`;
    expect(codes(text('y'))).toEqual([]);
    expect(codes(text('y').replace('y: int', 'y: { element: x }'))).toEqual(['SW1362', 'SW1361']);
  });

  it('include a complex type where a simple one is required', () => {
    const text = 'operations: { Find: { request: {}, result: R } }\nrecords: { R: { $attributes: { a: anyType } } }\n';
    const { diagnostics } = loadContract({ file: 'c.yaml', text: `${head}${text}` });
    expect(diagnostics).toMatchObject([{ message: 'The type "anyType" of XML Schema cannot be used here.' }]);
  });

  it('include a default that is too short, after the white space processing of its type', () => {
    const field = (
      base: string,
    ) => `operations: { Find: { request: { x: { type: T, default: " " } }, result: { type: int, as: r } } }
types: { T: { base: ${base}, minLength: 1 } }
`;
    expect(codes(field('string'))).toEqual([]);
    expect(codes(field('normalizedString'))).toEqual([]);
    expect(codes(field('token'))).toEqual(['SW1369']);
  });

  it('include a default of a streamed field', () => {
    const field = (more: string) =>
      `operations: { Find: { request: { x: { type: base64Binary${more} } }, result: { type: int, as: r } } }\n`;
    expect(codes(field(', stream: true'))).toEqual([]);
    expect(codes(field(', stream: true, default: AA=='))).toEqual(['SW1340']);
  });

  it('include a default of an attribute whose value is fixed elsewhere', () => {
    const text = (key: string) => `operations: { Find: { request: {}, result: R } }
attributes: { unit: { type: string, ${key}: mm } }
records: { R: { $attributes: { $ref unit: { optional: true, default: km } } } }
`;
    expect(codes(text('default'))).toEqual([]);
    expect(codes(text('fixed'))).toEqual(['SW1340']);
  });
});

describe('keys of a record without their "$"', () => {
  it.each([
    ['choice m', '{ a: int, b: int }', '$choice m'],
    ['choice m?', '{ a: int, b: int }', '$choice m?'],
    ['sequence rows[]', '{ a: int }', '$sequence rows[]'],
    ['group who', 'Contact', '$group who'],
    ['any rest[]', '{ namespaces: other }', '$any rest[]'],
    ['choice', '{ a: int, b: int }', '$choice choice'],
    ['attributes', '{ unit: string }', '$attributes'],
    ['reserved', '[Old]', '$reserved'],
    ['mixed', 'true', '$mixed'],
    ['doc', 'What it is.', '$doc'],
  ])('are distinguished from fields: %s', (key, value, suggestion) => {
    const text = `${head}operations: { Find: { request: {}, result: R } }\nrecords:\n  R:\n    x: int\n    "${key}": ${value}\n`;
    expect(loadContract({ file: 'c.yaml', text }).diagnostics).toMatchObject([
      { code: 'SW1201', line: 9, suggestion, message: expect.stringContaining(`Did you mean "${suggestion}"?`) },
    ]);
  });

  it('are fields if possible', () => {
    const fields =
      '    attributes: string\n    choice: { type: int, doc: One. }\n    doc: string?\n    mixed: boolean\n';
    const text = `${head}operations: { Find: { request: {}, result: R } }\nrecords:\n  R:\n${fields}`;
    expect(loadContract({ file: 'c.yaml', text }).diagnostics).toEqual([]);
  });
});

describe('extreme contracts', () => {
  const many = (count: number, one: (number: number) => string): string =>
    Array.from({ length: count }, (_, number) => one(number)).join('');
  const find = 'operations: { Find: { request: {}, result: Item } }\n';
  const chains: Readonly<Record<string, string>> = {
    'type "T51"': `types:\n${many(2000, (n) => `  T${n}: { base: ${n > 0 ? `T${n - 1}` : 'int'}, max: ${9000 - n} }\n`)}records: { Item: { a: T1999 } }\n`,
    'record "T51"': `records:\n  Item: { a: T0 }\n${many(2000, (n) => `  T${n}: { ${n > 0 ? `$extends: T${n - 1}, ` : ''}f${n}: int }\n`)}`,
    'element "E51"': `elements:\n${many(2000, (n) => `  E${n}: { type: int${n > 0 ? `, substitutes: E${n - 1}` : ''} }\n`)}records: { Item: { a: { element: E0 } } }\n`,
    'group "G51"': `groups:\n${many(5000, (n) => `  G${n}: { ${n > 0 ? `$group g: G${n - 1}` : 'x: int'} }\n`)}records: { Item: { $group g: G4999 } }\n`,
    'attribute group "G51"': `attributeGroups:\n${many(5000, (n) => `  G${n}: { a${n}: int${n > 0 ? `, $groups: [G${n - 1}]` : ''} }\n`)}records: { Item: { $attributes: { $groups: [G4999] } } }\n`,
  };
  for (const [first, text] of Object.entries(chains)) {
    it(`get one message for a chain that is too long: ${first}`, () => {
      const { diagnostics } = loadContract({ file: 'c.yaml', text: `${head}${find}${text}` });
      expect(diagnostics).toMatchObject([
        { code: 'SW1375', message: `The ${first} has too many dependencies, more than 50 in a chain.` },
      ]);
    });
  }

  it('get a message for groups that contain each other twice', () => {
    const groups = many(40, (n) => `  G${n}: { ${n > 0 ? `$group g: G${n - 1}, $group h: G${n - 1}` : 'x: int'} }\n`);
    const text = `${head}${find}groups:\n${groups}records: { Item: { $group g: G39 } }\n`;
    expect(loadContract({ file: 'c.yaml', text }).diagnostics.map(({ code }) => code)).toEqual(['SW1375']);
  });

  it('get a message for a content model with too many positions for parsers', () => {
    const found = (item: string): readonly string[] => {
      const groups = 'groups: { Rows: { "$sequence row[0..300]": { x: int, y: int } } }\n';
      const text = `${head}${find}${groups}records:\n  Item: { ${item} }\n  Group: { $group g?: Rows }\n`;
      const { diagnostics } = loadContract({ file: 'c.yaml', text });
      return diagnostics.filter(({ severity }) => severity === 'error').map((one) => `${one.code} ${one.message}`);
    };
    const rejected = (what: string) => [`SW1377 The content model of "${what}" has more than 50000 positions.`];
    expect(found('a: { type: int, occurs: 0..1000000 }')).toEqual(rejected('a'));
    expect(found('$mixed: true, "a": "int[0..1000000]"')).toEqual(rejected('a'));
    expect(found('a: { type: int, occurs: 999999999..* }')).toEqual(rejected('a'));
    expect(found('"$sequence many[1..300]": { "b": "int[1..300]" }')).toEqual(rejected('many'));
    expect(found('"$group g[0..300]": Rows')).toEqual(rejected('Rows'));
    expect(found('"$any any[0..1000000]": { namespaces: other }')).toEqual(rejected('any'));
    expect(found('"a": "int[0..30000]", "b": "int[0..30000]"')).toEqual(rejected('Item'));
    expect(found('"a": "int[0..50000]"')).toEqual([]);
    expect(found('a: { type: int, many: true }, "$group g[]": Rows')).toEqual([]);
  });

  it('may have a thousand wildcards, each for a namespace of its own', () => {
    const wildcards = many(1000, (n) => `    $any a${n}?: { namespaces: ["urn:${n}"] }\n`);
    const text = `${head}${find}records:\n  Item:\n${wildcards}`;
    expect(loadContract({ file: 'c.yaml', text }).diagnostics).toEqual([]);
  });
});

it('two wildcards that allow the same element are ambiguous, after any content', () => {
  const content = (...uris: readonly string[]): string =>
    uris.map((uri, index) => `    $any a${index}?: { namespaces: ["${uri}"] }\n`).join('');
  const text = (uris: string): string =>
    `${head}operations: { Find: { request: {}, result: Item } }\nrecords:\n  Item:\n${uris}`;
  const codes = (...uris: readonly string[]): readonly string[] =>
    loadContract({ file: 'c.yaml', text: text(content(...uris)) }).diagnostics.map(({ code }) => code);
  expect(codes('urn:a', 'urn:b', 'urn:c')).toEqual([]);
  expect(codes('urn:a', 'urn:b', 'urn:b')).toEqual(['SW1361']);
  expect(codes('##targetNamespace', '##targetNamespace')).toEqual(['SW1361']);
  expect(codes('##targetNamespace', '##local')).toEqual([]);
  const others = text('    $any own?: { namespaces: ["##targetNamespace"] }\n    $any rest?: { namespaces: other }\n');
  expect(loadContract({ file: 'c.yaml', text: others }).diagnostics).toEqual([]);
});

it('an action from non-ASCII names can be sent in a header', () => {
  const text = 'operations: { Größe: { request: {}, result: { type: int, as: r } } }\n';
  expect(contractOf(`${head}${text}`).bindings[0]?.operations[0]?.soapAction).toBe('urn:shop/Gr%C3%B6%C3%9Fe');
  const template = `soapAction: "urn:a#{operation}"\n${text}`;
  expect(contractOf(`${head}${template}`).bindings[0]?.operations[0]?.soapAction).toBe('urn:a#Gr%C3%B6%C3%9Fe');
});

it('faults with one local name in two namespaces are distinct in an operation', () => {
  const { portTypes, bindings } = contractOf(
    `${head}namespaces: { o: "urn:other" }\nfaults: { Gone: int, "o:Gone": { type: string, name: OtherGone } }\noperations: { Find: { request: {}, result: { type: int, as: r }, faults: [Gone, "o:Gone"] } }\n`,
  );
  const names = ['Gone', 'OtherGone'];
  expect(portTypes[0]?.operations[0]?.faults.map(({ name }) => name)).toEqual(names);
  expect(bindings[0]?.operations[0]?.faults.map(({ name }) => name)).toEqual(names);
});
