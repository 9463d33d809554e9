import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadInput, openInput } from '../../src/contract/index.ts';
import { generate, loadConfig } from '../../src/index.ts';
import { corpusEntries, corpusFolder, sampled } from '../corpus/entries.ts';
import { BuiltPlayground } from './built.ts';

const corpus = corpusFolder();
const entries = corpus === undefined ? [] : corpusEntries(corpus);
const names = [...new Set(entries.map(({ path }) => path.split('/')[0] ?? ''))];
const repositories = sampled(names, 9).map(
  (name) => [name, entries.filter(({ path }) => path.startsWith(`${name}/`))] as const,
);

describe.skipIf(corpus === undefined)('the playground, of WSDLs of the corpus', () => {
  let built: BuiltPlayground;

  beforeAll(() => {
    built = new BuiltPlayground();
  });

  afterAll(() => built.remove());

  it.each(repositories)('generates what the command does: %s', async (_, own) => {
    for (const { path } of own) {
      const files = filesOf(path);
      const folder = mkdtempSync(join(tmpdir(), 'soapwright-playground-corpus-'));
      try {
        for (const [name, bytes] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), bytes);
        }
        const text = `soapwright: 1\ngenerate:\n  - schema: ${JSON.stringify(path)}\n    out: generated\n    sides: both\n`;
        const targets = loadConfig({ file: 'soapwright.yaml', text }).config?.targets ?? [];
        const options = { current: folder, environment: {}, force: false, dryRun: false, patience: 1000 };
        const { changes, diagnostics } = await generate(targets, options);
        const parts = await built.answer({ files, main: path });
        const code = parts.get('code');
        const written = changes.filter(({ path }) => path.startsWith(join(folder, 'generated')));
        expect(code?.files?.length, path).toBe(written.length);
        for (const one of code?.files ?? []) {
          if (one.text !== readFileSync(join(folder, one.path), 'utf8')) expect.fail(`${path}: ${one.path} differs`);
        }
        const errors = (all: typeof diagnostics = []) => all.filter(({ severity }) => severity === 'error');
        expect(errors(code?.diagnostics)).toEqual(errors(diagnostics));
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  });
});

/** The files of the corpus that are read with a WSDL, by their paths below its folder. */
function filesOf(path: string): Readonly<Record<string, Uint8Array>> {
  const read = new Set<string>();
  const current = corpus ?? '';
  const { input } = openInput(path, { current, onFile: (file) => read.add(file) });
  if (input !== undefined) loadInput(input);
  const found = [...read].filter((file) => existsSync(file) && statSync(file).isFile());
  return Object.fromEntries(found.map((file) => [relative(current, file), new Uint8Array(readFileSync(file))]));
}
