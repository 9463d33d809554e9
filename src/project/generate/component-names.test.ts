import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bareOperation, wsdlText } from '../../../test/support/generator/wsdl-contract.ts';
import { BuildCache } from './build-cache.ts';
import { type GenerateResult, generate } from './generate.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-'));
  mkdirSync(join(folder, 'node_modules'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = {
  schema: 'a.wsdl',
  schemaName: 'a.wsdl',
  out: 'generated',
  handlers: undefined,
  handlersImport: undefined,
  importExtension: 'ts',
  reading: undefined,
  sides: undefined,
  parts: 1,
  overrides: {},
  choice: {},
  allowedPaths: [],
} as const;

async function run(options: { readonly schema?: string; readonly handlers?: string } = {}): Promise<GenerateResult> {
  const cache = BuildCache.open(folder);
  const given = { current: folder, environment: {}, force: false, dryRun: false, patience: 1000, cache };
  return await generate([{ ...target, ...options }], given);
}

const generated = (file: string): string => readFileSync(join(folder, 'generated', file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

/** A WSDL whose request has fields of these types. */
function wsdl(types: readonly string[]): string {
  const record = '<xs:complexType name="T"><xs:sequence/></xs:complexType>';
  const fields = types.map((type, index) => `<xs:element name="f${index}" type="${type}"/>`).join('');
  const go = `<xs:element name="Go"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`;
  return wsdlText({
    schema: `<xs:import namespace="urn:test:billing"/>${record}${go}`,
    schemas: `<xs:schema targetNamespace="urn:test:billing">${record}</xs:schema>`,
    ...bareOperation('Run', 't:Go'),
  });
}

describe('names of the components of a WSDL', () => {
  it('are kept in the manifest, so that a new component takes none of them', async () => {
    write('a.wsdl', wsdl(['b:T']));
    expect((await run()).exitCode).toBeLessThan(2);
    expect(JSON.parse(generated('.soapwright.json')).names).toEqual({
      'urn:test': { 'element Go': 'Go', 'operation Run': 'Run' },
      'urn:test:billing': { 'type T': 'T' },
    });
    write('a.wsdl', wsdl(['b:T', 't:T']));
    await run();
    expect(generated('types.ts')).toMatch(/f0: T;\n\s+f1: TTest;/);
    rmSync(join(folder, 'generated'), { recursive: true });
    await run();
    expect(generated('types.ts')).toMatch(/f0: TBilling;\n\s+f1: T;/);
  });

  it('leave nothing to do in the next run, which needs no parser', async () => {
    write('a.wsdl', wsdl(['b:T', 't:T']));
    await run();
    const manifest = generated('.soapwright.json');
    const cache = BuildCache.open(folder);
    if (cache === undefined) throw new Error('There is no cache.');
    const lookup = vi.spyOn(cache, 'lookup');
    const options = { current: folder, environment: {}, force: false, dryRun: false, patience: 1000, cache };
    expect((await generate([target], options)).changes).toEqual([]);
    expect(lookup.mock.results.map(({ value }) => value !== undefined)).toEqual([true]);
    expect(generated('.soapwright.json')).toBe(manifest);
  });

  it('are not in the manifest of a contract in YAML', async () => {
    write(
      'a.yaml',
      'soapwright: 1\nservice: A\nnamespace: urn:a/\naddress: http://localhost/\noperations: { Go: { request: { a: int }, response: { b: int } } }\n',
    );
    expect((await run({ schema: 'a.yaml' })).exitCode).toBeLessThan(2);
    expect(generated('.soapwright.json')).not.toContain('names');
  });
});

it('SW1505: operations with one request are an error where a target has handlers', async () => {
  const [one, two] = ['One', 'Two'].map((name) => bareOperation(name, 't:Go'));
  const both = (key: 'messages' | 'operations' | 'bound') => `${one?.[key]}${two?.[key]}`;
  const parts = { messages: both('messages'), operations: both('operations'), bound: both('bound') };
  const text = wsdlText({ schema: '<xs:element name="Go" type="xs:string"/>', ...parts });
  write('a.wsdl', text.replaceAll(/soapAction="[^"]*"/g, 'soapAction=""'));
  const codes = ({ diagnostics }: GenerateResult) => diagnostics.map(({ code }) => code);
  expect(codes(await run({ handlers: 'handlers' }))).toEqual(['SW1505']);
  expect(codes(await run())).toContain('SW6323');
  expect(generated('types.ts')).toBeDefined();
});
