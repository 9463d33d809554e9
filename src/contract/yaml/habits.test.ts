import { describe, expect, it } from 'vitest';
import type { Diagnostic, Edit } from '../../diagnostics/index.ts';
import { habitOfKey } from '../language/habits.ts';
import { constructs } from '../language/index.ts';
import { loadContract } from './load.ts';

const head = `soapwright: 1
service: Shop
namespace: https://shop.example/v1/
address: http://localhost/v1/shop.asmx
`;

function errorsOf(text: string): readonly Diagnostic[] {
  const { diagnostics } = loadContract({ file: 'shop.yaml', text });
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** A contract with a record of these lines, which start at line 9. */
function withRecord(...lines: string[]): string {
  return `${head}operations:\n  Get: { result: R }\nrecords:\n  R:\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

/** The text with the range of an edit replaced. */
function applied(text: string, { line, column, endLine, endColumn, text: replacement }: Edit): string {
  const offset = (number: number, of: number): number =>
    text
      .split('\n')
      .slice(0, number - 1)
      .reduce((sum, { length }) => sum + length + 1, of - 1);
  return text.slice(0, offset(line, column)) + replacement + text.slice(offset(endLine, endColumn));
}

const required = 'Fields are required unless "?" follows the type, as in "Note: string?".';

describe('keys of other languages', () => {
  it.each([
    ['A: { type: string, required: true }', 'required', 'a field', required],
    ['A: { type: string, nullable: true }', 'nullable', 'a field', '"nillable"'],
    ['A: { type: string, maxLength: 5 }', 'maxLength', 'a field', '"type: { base: string, maxLength: … }"'],
    ['A: { type: string, minOccurs: 0 }', 'minOccurs', 'a field', 'string?, string[], Item[1..10]'],
    ['A: { record: { B: string }, $ref: x }', '$ref', 'a field', '"Buyer: Person"'],
    ['A: { properties: { B: string } }', 'properties', 'a field', '"record"'],
    ['A: { type: { base: string, description: b } }', 'description', 'a type', '"doc"'],
    ['required: [A]', 'required', 'a record', required],
    ['required: true', 'required', 'a record', required],
    ['optional: true', 'optional', 'a record', required],
    ['maxLength: 5', 'maxLength', 'a record', 'declare one under "types"'],
    ['properties: { A: string }', 'properties', 'a record', 'Fields are keys of the record itself'],
    ['additionalProperties: false', 'additionalProperties', 'a record', '"$any"'],
  ])('in a record are named with what to write instead: %s', (line, key, where, instead) => {
    expect(errorsOf(withRecord(line, 'Z: string'))).toMatchObject([
      { code: 'SW1214', line: 9, message: expect.stringContaining(`There is no key "${key}" in ${where}. `) },
    ]);
    expect(errorsOf(withRecord(line, 'Z: string'))[0]?.message).toContain(instead);
  });

  it.each([
    ['A: { type: string, required: true }', 'A: { type: string }'],
    ['A: { required: true, type: string }', 'A: { type: string }'],
    ['A: { type: string, required: false }', 'A: { type: string, optional: true }'],
    ['A:\n      type: string\n      required: true', 'A:\n      type: string'],
    ['required: [A, B]', ''],
    ['A: { type: string, nullable: true }', 'A: { type: string, nillable: true }'],
  ])('are corrected by edits: %j', (line, corrected) => {
    const text = withRecord(line, 'Z: string');
    const edits = errorsOf(text).flatMap((error) => error.edits ?? []);
    expect(edits).toHaveLength(1);
    const after = edits.reduce(applied, text);
    expect(after).toBe(corrected === '' ? withRecord('Z: string') : withRecord(corrected, 'Z: string'));
    expect(errorsOf(after)).toEqual([]);
  });

  it('may be names of fields', () => {
    const fields = ['required: string?', 'maxLength: int', 'optional: { type: boolean }', 'properties: string[]'];
    expect(errorsOf(withRecord(...fields))).toEqual([]);
  });

  it('are read as the key that they mean, with an edit, so that nothing else is reported', () => {
    const text = `${head}operations:\n  Get:\n    input: { Id: strng }\n    output: R\nrecords:\n  R: { A: string }\n`;
    expect(errorsOf(text)).toMatchObject([
      {
        code: 'SW1214',
        line: 7,
        suggestion: 'request',
        edits: [{ line: 7, column: 5, endColumn: 10, text: 'request' }],
      },
      { code: 'SW1304', line: 7, column: 18 },
      { code: 'SW1214', line: 8, suggestion: 'result' },
    ]);
  });

  it('mean keys that exist', () => {
    const wrong = Object.entries(constructs).flatMap(([name, { keys }]) =>
      ['description', 'nullable', 'input', 'output', 'items', 'type', 'paths', 'imports', 'properties']
        .map((key) => habitOfKey(name as keyof typeof constructs, key)?.key)
        .filter((key) => key !== undefined && !Object.hasOwn(keys, key))
        .map((key) => `${name}: ${key}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('types of other languages', () => {
  it.each([
    ['A: array', 8, 'string[], Item[]'],
    ['A: { type: object }', 16, '"record: { … }"'],
    ['A: null', 8, 'nillable: true'],
  ])('are named with what to write instead: %s', (line, column, instead) => {
    const [error] = errorsOf(withRecord(line));
    expect(error).toMatchObject({ code: 'SW1329', line: 9, column });
    expect(error?.message).toContain(instead);
  });

  it('may be declared', () => {
    expect(errorsOf(`${withRecord('A: object')}  object: { B: string }\n`)).toEqual([]);
  });
});

describe('documents of other kinds', () => {
  it.each([
    ['openapi: 3.0.0\npaths: {}\n', 'SW1215', 'This is not a contract but an OpenAPI document.'],
    ['soapwright: 1\ngenerate: []\n', 'SW1215', 'This is not a contract but a configuration.'],
    ['\uFEFF<?xml version="1.0"?>\n<definitions/>\n', 'SW1115', 'This is XML, where YAML is expected.'],
    ['<definitions>\n', 'SW1115', 'This is XML, where YAML is expected.'],
  ])('are named once, and their keys are not checked: %j', (text, code, message) => {
    expect(errorsOf(text)).toMatchObject([{ code, message, line: expect.any(Number) }]);
  });
});

describe('a duplicate key', () => {
  it('hides no errors, neither in the second section nor of later checks', () => {
    const text = `${withRecord('A: string', 'A: int', '$choice way: { B: int?, C: string }', 'B: int')}records:
  Q: { D: strng }
`;
    expect(errorsOf(text).map(({ code, line }) => `${code} ${line}`)).toEqual(['SW1105 10', 'SW1105 13', 'SW1304 14']);
    const complete = text.replace('strng', 'string');
    expect(errorsOf(complete).map(({ code, line }) => `${code} ${line}`)).toEqual([
      'SW1105 10',
      'SW1361 12',
      'SW1105 13',
    ]);
  });
});

describe('an ambiguous choice', () => {
  it('has both places', () => {
    const [error] = errorsOf(withRecord('$choice way:', '  A: string', '  $sequence more: { A: string, B: int }'));
    expect(error).toMatchObject({
      code: 'SW1361',
      line: 11,
      column: 25,
      related: [{ file: 'shop.yaml', line: 10, column: 7, endColumn: 8, message: 'The other one, "A", is here.' }],
    });
  });

  it('of different types has both places, too', () => {
    const [error] = errorsOf(withRecord('$choice way:', '  A: string', '  $sequence more: { B: int, A: int }'));
    expect(error).toMatchObject({
      code: 'SW1362',
      line: 11,
      related: [{ line: 10, message: 'The first one is here.' }],
    });
  });
});
