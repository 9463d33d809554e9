import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hasErrors } from '../../diagnostics/index.ts';
import { loadConfig } from '../../project/config/load-config.ts';
import { loadContract } from './load.ts';

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
}

function validatorOf(schema: object): ValidateFunction {
  return new Ajv({ strict: false, unicodeRegExp: true }).compile(schema);
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
  readonly description?: string;
}

const contractSchema: SchemaNode = JSON.parse(read('schema/contract.schema.json'));
const configSchema: SchemaNode = JSON.parse(read('schema/soapwright.schema.json'));
const validateContract = validatorOf(contractSchema);
const validateConfig = validatorOf(configSchema);

const head =
  'soapwright: 1\nservice: Files\nnamespace: https://files.example/v1/\naddress: http://localhost/v1/files.asmx\n';
const base = `${head}operations:\n  Get:\n    result: R\nrecords:\n  R:\n`;

function withField(field: string): string {
  return `${base}    A: ${field}\n`;
}

describe('the JSON Schema of contracts', () => {
  it('accepts the shipped contract, as the loader does', () => {
    const text = read('schema/remote-file-service.yaml');
    expect(loadContract({ file: 'remote-file-service.yaml', text }).diagnostics).toEqual([]);
    expect(validateContract(parse(text)), JSON.stringify(validateContract.errors)).toBe(true);
  });

  it('describes every key', () => {
    expect(undescribed(contractSchema)).toEqual([]);
  });

  it.each([
    ['short forms', `${base}    A: string?\n    B: R[]\n    C: R?\n    D: int\n`],
    [
      'long forms',
      withField('{ type: long, optional: true, nillable: true, sensitive: true, mapping: string, doc: x, name: a }'),
    ],
    ['a streamed field', withField('{ type: base64Binary, stream: true }')],
    ['a result of a built-in type', `${head}operations:\n  Get:\n    result: { type: int, as: Count }\n`],
    ['one SOAP version without quotes', `soap: [1.1]\n${withField('int')}`],
    ['results of a template', `${head}resultName: "{operation}Result"\noperations:\n  Get: { result: "int[]" }\n`],
    ['an empty soapAction', `${head}operations:\n  Get: { result: R, soapAction: "" }\nrecords: { R: {} }\n`],
    ['variables', withField('int').replace('http://localhost', `\${BASE:-http://localhost}`)],
    [
      'types of its own',
      `types:\n  A: [x, 1, true]\n  B: { base: A, doc: y, name: Bee, enum: { x: y } }\n  C: { base: int, min: 0, max: "5", totalDigits: 2 }\n  D: { base: string, pattern: a, minLength: 0, maxLength: 3 }\n${withField('A')}`,
    ],
    [
      'several namespaces, headers, faults, elements and attributes',
      `${head}namespaces: { c: urn:c, u: { uri: "urn:u", elementForm: unqualified } }
headers: { Session: { type: string, mustUnderstand: true, role: "urn:x" } }
faults: { Gone: { record: { a: int } } }
elements: { Note: string, Shape: { type: R, abstract: true }, Circle: { substitutes: Shape } }
attributes: { "c:lang": language }
attributeGroups: { Audit: { by: string } }
groups: { Who: { $order: choice, x: int, y: int } }
operations:
  $reserved: [Old]
  Get: { headers: { request: [Session] }, faults: [Gone], response: { A: int } }
  Tell: { oneWay: true, since: 1.2 }
  Raw: { style: bare, request: { element: Note }, result: { type: int, as: N } }
records:
  R:
    $attributes: { id: ID, $groups: [Audit], $ref c:lang: { optional: true }, $any rest: { namespaces: other } }
    $choice a?: { b: int, $sequence c: { d: "u:T[1..5]" } }
    $group who[]: Who
    $any extra: { namespaces: other }
    e: { type: { enum: [x] }, default: x }
    f: { record: { $text: int }, many: true, occurs: 1..3 }
  "u:T": { $extends: R, $reserved: [z], g: { element: Shape } }
`,
    ],
    ['keys that look like something else', `${base}    No: int\n    a.b-c: int\n`],
  ])('accepts %s, like the loader', (_, text) => {
    expect(loadContract({ file: 'contract.yaml', text }).diagnostics).toEqual([]);
    expect(validateContract(parse(text)), JSON.stringify(validateContract.errors)).toBe(true);
  });

  it.each([
    ['no version', 'service: Files\n', 'SW1202'],
    ['another version', withField('int').replace('soapwright: 1', 'soapwright: 2'), 'SW1209'],
    ['a version in quotes', withField('int').replace('soapwright: 1', 'soapwright: "1"'), 'SW1209'],
    ['a list for a contract', '- a\n', 'SW1204'],
    ['an unknown key', `adress: x\n${withField('int')}`, 'SW1201'],
    ['a missing key', withField('int').replace(/^address.*\n/m, ''), 'SW1202'],
    ['no value', withField('int').replace('service: Files', 'service:'), 'SW1203'],
    ['a list for a text', withField('int').replace('service: Files', 'service: [Files]'), 'SW1205'],
    ['a service that is not a name', withField('int').replace('service: Files', 'service: Remote Files'), 'SW1302'],
    ['an invalid SOAP version', `soap: ["1.3"]\n${withField('int')}`, 'SW1208'],
    ['no values of a type', `types: { A: [] }\n${withField('A')}`, 'SW1210'],
    ['a type without a base', `types: { A: { maxLength: 3 } }\n${withField('A')}`, 'SW1202'],
    ['an unknown facet', `types: { A: { base: int, mean: 3 } }\n${withField('A')}`, 'SW1201'],
    ['an invalid length', `types: { A: { base: string, length: -1 } }\n${withField('A')}`, 'SW1328'],
    ['no SOAP version', `soap: []\n${withField('int')}`, 'SW1210'],
    ['a SOAP version twice', `soap: ["1.1", "1.1"]\n${withField('int')}`, 'SW1211'],
    ['a text for a list', `soap: "1.1"\n${withField('int')}`, 'SW1206'],
    ['an unknown option', `options: { lang: bigint }\n${withField('int')}`, 'SW1201'],
    ['an invalid option', `options: { long: Bigint }\n${withField('int')}`, 'SW1208'],
    ['no operations', `${head}operations: {}\n`, 'SW1301'],
    ['operations without a value', `${head}operations:\n`, 'SW1301'],
    ['an operation that is not a name', `${head}operations:\n  1Get: { result: R }\nrecords: { R: {} }\n`, 'SW1302'],
    ['an operation without a result', `${head}operations:\n  Get: {}\n`, 'SW1202'],
    [
      'an unknown key of an operation',
      `${head}operations:\n  Get: { result: R, dok: x }\nrecords: { R: {} }\n`,
      'SW1201',
    ],
    [
      'a soapAction that ends with a blank',
      `${head}operations:\n  Get: { result: R, soapAction: "a b " }\nrecords: { R: {} }\n`,
      'SW1318',
    ],
    [
      'a simple type for a request',
      `${head}operations:\n  Get: { result: R, request: string }\nrecords: { R: {} }\n`,
      'SW1204',
    ],
    [
      'an unknown key of a request',
      `${head}operations:\n  Get: { result: R, request: { $dok: x } }\nrecords: { R: {} }\n`,
      'SW1201',
    ],
    [
      'a bare result that repeats',
      `${head}operations:\n  Get: { style: bare, request: R, result: "R[]" }\nrecords: { R: {} }\n`,
      'SW1313',
    ],
    ['a result without a name', `${head}operations:\n  Get: { result: int? }\n`, 'SW1312'],
    ['a long result without a name', `${head}operations:\n  Get: { result: { type: int } }\n`, 'SW1312'],
    [
      'a bare result that is many',
      `${head}operations:\n  Get: { style: bare, request: R, result: { type: R, many: true } }\nrecords: { R: {} }\n`,
      'SW1201',
    ],
    ['a record that is not a map', `${head}operations:\n  Get: { result: R }\nrecords: { R: int }\n`, 'SW1204'],
    ['a record named like a built-in', `${base}    A: int\n  decimal: { A: int }\n`, 'SW1314'],
    ['an unknown key of a record', `${base}    $dok: x\n`, 'SW1201'],
    ['a field that is not a name', `${base}    1st: int\n`, 'SW1302'],
    ['a field without a value', withField(''), 'SW1203'],
    ['a list for a field', withField('[int]'), 'SW1213'],
    ['an attribute that would declare a namespace', `${base}    $attributes: { xmlns: string }\n`, 'SW1302'],
    ['a global one', `${head}attributes: { xmlns: string }\n${base.slice(head.length)}    A: int\n`, 'SW1302'],
    ['a wildcard word in a list', `${base}    $any a: { namespaces: [other] }\n`, 'SW1401'],
    ['a wildcard of attributes that is not a name', `${base}    $attributes: { $any 2a: true }\n`, 'SW1302'],
    ['a group that is not a name', `${base}    $choice 2a: { b: int, c: int }\n`, 'SW1302'],
    ['a long field without a type', withField('{ doc: x }'), 'SW1202'],
    ['an unknown key of a field', withField('{ type: int, optinal: true }'), 'SW1201'],
    ['a type with a prefix', withField('xs:int'), 'SW1305'],
    ['a type with trailing characters', withField('int!?!'), 'SW1307'],
    ['a field that repeats and is optional', withField('"int[]?"'), 'SW1308'],
    ['the same in the long form', withField('{ type: int, many: true, optional: true }'), 'SW1308'],
    ['a suffix in the long form', withField('{ type: int? }'), 'SW1309'],
    ['an invalid flag', withField('{ type: int, optional: yes }'), 'SW1207'],
    ['a flag in quotes', withField('{ type: int, optional: "true" }'), 'SW1207'],
    ['a stream of text', withField('{ type: string, stream: true }'), 'SW1310'],
    ['a mapping of another type', withField('{ type: long, mapping: Date }'), 'SW1311'],
    ['a mapping of a type without any', withField('{ type: string, mapping: string }'), 'SW1311'],
    ['an invalid TypeScript name', withField('{ type: int, name: a-b }'), 'SW1303'],
    ['a variable without a default', withField('int').replace('http://localhost', `\${BASE}`), 'SW1404'],
    ['a variable that is not closed', withField('int').replace('http://localhost', `\${BASE:-x`), 'SW1404'],
  ])('rejects %s, like the loader', (_, text, code) => {
    const { diagnostics } = loadContract({ file: 'contract.yaml', text });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(validateContract(parse(text, { logLevel: 'silent' }))).toBe(false);
  });
});

describe('the JSON Schema of soapwright.yaml', () => {
  it('accepts the shipped file, as the loader does', () => {
    const text = read('soapwright.yaml');
    expect(loadConfig({ file: 'soapwright.yaml', text }).diagnostics).toEqual([]);
    expect(validateConfig(parse(text)), JSON.stringify(validateConfig.errors)).toBe(true);
  });

  it('describes every key', () => {
    expect(undescribed(configSchema)).toEqual([]);
  });

  const entry = (more: string): string => `soapwright: 1\ngenerate:\n  - { schema: a.yaml, out: gen, ${more} }\n`;

  it.each([
    ['no version', 'generate: [{ schema: a, out: b }]\n'],
    ['another version', 'soapwright: 2\ngenerate: [{ schema: a, out: b }]\n'],
    ['an unknown key', 'soapwright: 1\ngenerat: []\n'],
    ['an empty list', 'soapwright: 1\ngenerate: []\n'],
    ['a map for a list', 'soapwright: 1\ngenerate: { schema: a, out: b }\n'],
    ['an entry without out', 'soapwright: 1\ngenerate: [{ schema: a }]\n'],
    ['an unknown key of an entry', entry('handler: x')],
    ['an absolute path', entry('handlers: /x')],
    ['a path with a drive', entry('handlers: "C:x"')],
    ['an invalid import extension', entry('importExtension: tsx')],
    ['handlersImport without handlers', entry('handlersImport: x')],
    ['an invalid base URL', entry('baseUrl: files.example')],
    ['a service file with its suffix', entry('serviceFile: upload.asmx')],
    ['an empty namespace', entry('namespace: ""')],
  ])('rejects %s, like the loader', (_, text) => {
    expect(hasErrors(loadConfig({ file: 'soapwright.yaml', text }).diagnostics)).toBe(true);
    expect(validateConfig(parse(text))).toBe(false);
  });
});

/** Keys without a description anywhere in the schema. */
function undescribed(node: SchemaNode, path = ''): readonly string[] {
  const below = [
    ...Object.entries(node.properties ?? {}),
    ...Object.entries(node.definitions ?? {}),
    ...(node.anyOf ?? []).map((part, index): [string, SchemaNode] => [`anyOf ${index}`, part]),
  ];
  const missing = Object.entries(node.properties ?? {}).filter(
    ([, part]) => part.description === undefined && !('$ref' in part),
  );
  return [
    ...missing.map(([key]) => `${path}/${key}`),
    ...below.flatMap(([key, part]) => undescribed(part, `${path}/${key}`)),
  ];
}
