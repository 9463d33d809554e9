import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/messages/samples/files-below.ts';
import { Project, root } from '../cli/cli.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { BuiltPlayground } from './built.ts';

const weather = readFileSync(join(root, 'site/playground/examples/2-weather.wsdl'), 'utf8');
const schema = /<xs:schema[\s\S]*<\/xs:schema>/.exec(weather)?.[0] ?? '';
const inTwo = {
  'api/weather.wsdl': weather.replace(
    schema,
    '<xs:schema><xs:import namespace="urn:example:weather" schemaLocation="../types/weather.xsd"/></xs:schema>',
  ),
  'types/weather.xsd': schema.replace(
    '<xs:schema ',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example:weather" ',
  ),
};

const contracts = {
  yaml: { files: { 'shop.yaml': shopContract }, main: 'shop.yaml' },
  wsdl: { files: inTwo, main: 'api/weather.wsdl' },
};

describe('the worker of the playground', () => {
  let built: BuiltPlayground;

  beforeAll(() => {
    built = new BuiltPlayground();
  });

  afterAll(() => built.remove());

  it('has the bytes of the command', async () => {
    const project = new Project();
    try {
      const { yaml, wsdl } = contracts;
      const before = { 'shop.yaml': shopContract.replace('Total: decimal', 'Total: int') };
      const entry = ({ main }: { readonly main: string }, out: string): string =>
        `  - { schema: ${main}, out: ${out}/generated, sides: both }\n`;
      const configuration = `soapwright: 1\ngenerate:\n${entry(yaml, 'yaml')}${entry(wsdl, 'wsdl')}`;
      project.write({ ...yaml.files, ...wsdl.files, 'old/shop.yaml': before['shop.yaml'] });
      project.write({ 'soapwright.yaml': configuration });
      const [generated, openapi, lint, breaking, ofYaml, ofWsdl] = await Promise.all([
        project.start(['generate']),
        project.start(['openapi', yaml.main]),
        project.start(['lint', '--schema', wsdl.main]),
        project.start(['breaking', '--schema', yaml.main, '--against', 'old/shop.yaml']),
        built.answer({ ...yaml, old: { files: before, main: 'shop.yaml' } }),
        built.answer(wsdl),
      ]);
      expect(generated.exitCode).toBe(0);
      for (const [folder, parts] of Object.entries({ yaml: ofYaml, wsdl: ofWsdl })) {
        const written = filesBelow(join(project.path, folder)).filter((name) => !name.endsWith('.soapwright.json'));
        const texts = parts.get('code')?.files ?? [];
        expect(texts.map(({ path }) => path).sort()).toEqual([...written].sort());
        for (const { path, text } of texts) expect(text, path).toBe(project.read(`${folder}/${path}`));
      }
      expect(ofYaml.get('openapi')?.text).toBe(openapi.stdout);
      expect(ofWsdl.get('lint')?.text).toBe(lint.stdout);
      expect(ofYaml.get('breaking')?.text).toBe(breaking.stdout);
      expect(breaking.stdout).toContain('FIELD_COMPATIBLE_TYPE');
    } finally {
      project.remove();
    }
  });

  it('places mistakes, in the older version too, and generates nothing then', async () => {
    const wrong = shopContract.replace('Total: decimal', 'Total: decimla');
    const now = { files: { 'shop.yaml': wrong }, main: 'shop.yaml' };
    const first = await built.answer(now);
    expect([...first.keys()]).toEqual(['code']);
    expect(first.get('code')).toMatchObject({ files: [], diagnostics: [{ file: 'shop.yaml', suggestion: 'decimal' }] });
    const second = await built.answer({ ...contracts.yaml, old: now });
    expect(second.get('breaking')).toMatchObject({ diagnostics: [{ file: 'old/shop.yaml' }], findings: [] });
  });

  it('is loaded after the editor, which needs less than 250 kB', () => {
    const before = ['index.html', 'style.css', 'app.js'].map((name) => readFileSync(join(built.folder, name)));
    const size = before.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0);
    expect(size).toBeLessThan(25_000);
    expect(String(before[2])).not.toMatch(/from ?['"]/);
    expect(readFileSync(join(built.folder, 'worker.js'), 'utf8')).not.toMatch(/['"]node:\w+['"]/);
  });
});

describe('links of the playground', async () => {
  const { fragmentOf, sharedIn } = (await import(pathToFileURL(join(root, 'site/playground/src/share.js')).href)) as {
    fragmentOf(shared: unknown): Promise<string | undefined>;
    sharedIn(fragment: string): Promise<unknown>;
  };
  const file = { name: 'schemas/ü.xsd', text: '<!-- 😀 "quotes" </script> -->' };
  const one = { files: [{ name: 'a.yaml', text: 'service: A\n' }, file], main: 'a.yaml' };

  it.each([one, { ...one, old: one }])('hold texts of both versions', async (shared) => {
    const fragment = (await fragmentOf(shared)) ?? '';
    expect(fragment).toMatch(/^#1\.[\w-]+$/);
    expect(await sharedIn(fragment)).toEqual(shared);
  });

  it('hold nothing else', async () => {
    const more = { files: [{ ...file, html: '<b>' }], main: file.name, script: 'alert(1)' };
    expect(await sharedIn((await fragmentOf(more)) ?? '')).toEqual({ files: [file], main: file.name });
    expect(await sharedIn('#documents')).toBeUndefined();
    expect(await sharedIn('')).toBeUndefined();
  });

  it.each([
    ['a list', [1]],
    ['no files', { files: [], main: '' }],
    ['null', null],
    ['a text that is a number', { files: [{ name: 'a', text: 1 }], main: 'a' }],
    ['a path that leads nowhere', { files: [{ name: '/etc/passwd', text: '' }], main: '/etc/passwd' }],
    ['a control character', { files: [{ name: 'a\nb', text: '' }], main: 'a\nb' }],
    ['another main file', { files: [file], main: 'b' }],
    ['one name twice', { files: [file, file], main: file.name }],
    ['too many files', { files: Array.from({ length: 300 }, (_, n) => ({ name: `f${n}`, text: '' })), main: 'f1' }],
    ['more than a browser holds', { files: [{ name: 'a', text: ' '.repeat(21_000_000) }], main: 'a' }],
    ['an older version without files', { ...one, old: {} }],
  ])('are refused with %s', async (_, shared) => {
    await expect(sharedIn((await fragmentOf(shared)) ?? '')).rejects.toThrow();
  });

  it.each(['#1.', '#1.%%%', '#1.AAAA', '#1.eyJmaWxlcyI6W119'])(
    'are refused if they are damaged: %s',
    async (fragment) => {
      await expect(sharedIn(fragment)).rejects.toThrow();
    },
  );

  it('that a browser would not take are not made', async () => {
    const random = Array.from({ length: 500_000 }, (_, n) => ((n * 2654435761) >>> 0).toString(36)).join('');
    expect(await fragmentOf({ files: [{ name: 'a', text: random }], main: 'a' })).toBeUndefined();
  });
});
