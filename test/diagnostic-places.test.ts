import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadWsdl } from '../src/contract/wsdl/index.ts';
import { loadContract } from '../src/contract/yaml/index.ts';
import { type Diagnostic, Report } from '../src/diagnostics/index.ts';
import { checkedImport } from '../src/project/generate/checked-import.ts';
import { importWsdl } from '../src/project/generate/import-wsdl.ts';
import { check, loadConfig } from '../src/project/index.ts';
import { defaultSettings, lintFiles } from '../src/rules/index.ts';
import { withoutPlace } from './support/generator/diagnostic-places.ts';

const contract = `soapwright: 1
service: Shop
namespace: urn:shop/
address: "\${SHOP:-http://localhost/shop}"
operations: { Find: { result: { type: string, as: Item } } }
`;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-'));
  write({ 'shop.yaml': contract });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** As `SW1001 soapwright.yaml:3:13`. */
function places(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ code, file, line, column }) => `${code} ${[file, line, column].join(':')}`);
}

/** The diagnostics of `check` with this list of targets, but for those about files that were not generated yet. */
async function checked(generate: string, environment = {}): Promise<readonly Diagnostic[]> {
  const { config, diagnostics } = loadConfig({
    file: 'soapwright.yaml',
    text: `soapwright: 1\ngenerate:\n${generate}`,
  });
  if (config === undefined) return diagnostics;
  const options = { current: folder, environment, command: 'soapwright generate' };
  const result = await check(config.targets, options);
  return [...diagnostics, ...result.diagnostics.filter(({ code }) => !/^SW33/.test(code))];
}

const target = (more: string, schema = 'shop.yaml'): string => `  - { schema: ${schema}, out: gen${more} }\n`;

describe('a diagnostic about a path in soapwright.yaml is placed there', () => {
  it.each<[code: string, generate: string, place: string, files?: Readonly<Record<string, string>>]>([
    ['SW1001', target('', 'none.yaml'), '3:15'],
    ['SW1001', target(', overlay: none.yaml', 'shop.wsdl'), '3:45', { 'shop.wsdl': '<definitions/>' }],
    ['SW1401', target(', namespace: "no space"'), '3:47'],
    ['SW2101', target(', plugins: [./p.mjs]'), '3:46', { 'p.mjs': 'export const files = 1;' }],
    ['SW2102', target(', plugins: [p.mjs]'), '3:46'],
    [
      'SW2103',
      target(', plugins: [p.mjs]'),
      '3:46',
      { 'p.mjs': "export default { name: 'p', files() { throw new Error('no'); } };" },
    ],
    ...(
      [
        ['SW2104', "{ path: '../a.md', text: '' }"],
        ['SW2105', "{ path: 'types.ts', text: '' }"],
        ['SW2106', "{ path: 'notes.md' }"],
      ] as const
    ).map(([code, file]): [string, string, string, Record<string, string>] => [
      code,
      target(', plugins: [p.mjs]'),
      '3:46',
      { 'p.mjs': `export default { name: 'p', files: () => [${file}] };` },
    ]),
    ['SW5301', target(', handlers: gen/'), '3:46'],
    ['SW5302', target(', handlers: h').replace('gen', 'one') + target(', handlers: ./h').replace('gen', 'two'), '4:46'],
  ])('%s for %s', async (code, generate, place, files = {}) => {
    write(files);
    const found = await checked(generate);
    expect(places(found.filter((one) => one.code === code))).toEqual([`${code} soapwright.yaml:${place}`]);
    expect(withoutPlace(found)).toEqual([]);
  });

  it('also where a link hides that two folders are one', async () => {
    mkdirSync(join(folder, 'gen/deep'), { recursive: true });
    symlinkSync(join(folder, 'gen'), join(folder, 'same'));
    symlinkSync(join(folder, 'gen/deep'), join(folder, 'inner'));
    const two = (other: string) => target('') + target('').replace('out: gen', `out: ${other}`);
    expect(places(await checked(two('same')))).toEqual(['SW5303 soapwright.yaml:4:31']);
    expect(places(await checked(two('inner')))).toEqual(['SW2006 soapwright.yaml:4:31']);
    const reversed = two('gen').replace('gen', 'inner');
    expect(places(await checked(reversed))).toEqual(['SW2006 soapwright.yaml:3:31']);
  });

  it('also by lint', () => {
    const { config } = loadConfig({
      file: 'soapwright.yaml',
      text: `soapwright: 1\ngenerate:\n${target('', 'no.yaml')}`,
    });
    const settings = { settings: defaultSettings, ignored: [], diagnostics: [] };
    const { diagnostics } = lintFiles(config?.targets ?? [], settings, { current: folder });
    expect(places(diagnostics)).toEqual(['SW1001 soapwright.yaml:3:15']);
  });
});

describe('a diagnostic about a value of the contract is placed there', () => {
  it('SW5001: a variable that is set and not used', async () => {
    const found = await checked(target(''), { SHOP: 'https://shop.example' });
    expect(places(found.filter(({ code }) => code === 'SW5001'))).toEqual(['SW5001 shop.yaml:4:10']);
  });

  it('SW1402: a namespace of the command line that makes bad actions', () => {
    const source = { file: 'shop.yaml', text: contract };
    const { diagnostics } = loadContract(source, { overrides: { namespace: 'urn:other' } });
    expect(places(diagnostics)).toEqual(['SW1402 shop.yaml:3:12']);
  });
});

describe('a diagnostic of import is placed in the WSDL', () => {
  const wsdl = readFileSync(new URL('./golden/library/expected/library.wsdl', import.meta.url), 'utf8');
  const read = () => {
    const bytes = new TextEncoder().encode(wsdl);
    const loaded = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes }).contract;
    if (loaded === undefined) throw new Error('The WSDL was not read.');
    return loaded;
  };
  const lineOf = (text: string): number => wsdl.slice(0, wsdl.indexOf(text)).split('\n').length;

  it('SW5207: what differs, at its component or else at the service', () => {
    const loaded = read();
    const services = loaded.services.map((one) => ({ ...one, origin: undefined, languages: 'none' }));
    const found = checkedImport({ ...loaded, services }, 'a.wsdl').diagnostics;
    expect(found.map(({ code }) => code)).toEqual(['SW5207']);
    expect(withoutPlace(found)).toEqual([]);
  });

  it('SW5208: an error in the YAML, at the component that it is in', () => {
    const loaded = read();
    const [portType] = loaded.portTypes;
    const [operation] = portType?.operations ?? [];
    if (portType === undefined || operation === undefined) throw new Error('There is no operation.');
    const bad = { ...operation, doc: 'bell\u0007' };
    const portTypes = [{ ...portType, operations: [bad, ...portType.operations.slice(1)] }];
    const [inOperation] = checkedImport({ ...loaded, portTypes }, 'a.wsdl').diagnostics;
    expect(inOperation).toMatchObject({
      code: 'SW5208',
      file: 'a.wsdl',
      line: lineOf(`<wsdl:operation name="${operation.name}"`),
    });
    const [inWhole] = checkedImport({ ...loaded, senderFaultStatus: '401' as '400' }, 'a.wsdl').diagnostics;
    expect(inWhole).toMatchObject({ code: 'SW5208', file: 'a.wsdl', line: lineOf('<wsdl:definitions') });
  });

  it.each([
    ['SW5203', 'shop.yaml', undefined],
    ['SW5205', 'a.wsdl', 'shop.yaml'],
  ])('%s: another file, at its beginning', async (code, schema, out) => {
    write({ 'a.wsdl': wsdl });
    const report = new Report();
    await importWsdl(schema, { current: folder, out, force: false, patience: 0, report });
    expect(places(report.diagnostics)).toEqual([`${code} shop.yaml:1:1`]);
  });
});
