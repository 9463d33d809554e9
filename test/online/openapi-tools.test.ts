import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiOf, serviceFor } from '../../src/emit/index.ts';
import { corpusEntries, corpusFolder, sampled } from '../corpus/entries.ts';
import { loaderOf } from '../corpus/load-entry.ts';
import { GuideProject } from '../support/generator/guide.ts';

const packages = [
  '@apidevtools/swagger-parser@13.1.0',
  '@redocly/openapi-core@2.64.0',
  'openapi-typescript@7.13.0',
  'orval@8.38.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
];

/** Generators are tried with one of this number of entries. */
const every = 15;

const corpus = corpusFolder();

describe.skipIf(corpus === undefined)('the OpenAPI documents of public WSDLs', () => {
  const project = new GuideProject();
  const names: string[] = [];

  beforeAll(() => {
    project.install(packages);
    const script = fileURLToPath(new URL('hosts/validate-openapi.mjs', import.meta.url));
    cpSync(script, join(project.folder, 'validate-openapi.mjs'));
    const folder = corpus ?? '';
    const load = loaderOf(folder);
    mkdirSync(join(project.folder, 'apis'));
    const accepted = corpusEntries(folder).filter(({ expectation }) => expectation === 'must-accept');
    for (const { id, path } of sampled(accepted, 4)) {
      const { contract } = load(path);
      if (contract === undefined) continue;
      names.push(id);
      writeFileSync(
        join(project.folder, 'apis', `${id}.json`),
        JSON.stringify(openApiOf(serviceFor(contract, 'standard'))),
      );
    }
  });

  afterAll(() => project.remove());

  const run = (command: string, ...args: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(command, args, { cwd: project.folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : `${status}: ${stdout}${stderr}`;
  };

  it('are valid for swagger-parser and Redocly', () => {
    expect(names.length).toBeGreaterThan(60);
    expect(run(process.execPath, 'validate-openapi.mjs', 'apis')).toBe('');
  });

  it('become clients of three generators that compile', () => {
    const sample = names.filter((_, index) => index % every === 0);
    const tool = (name: string, ...args: readonly string[]): void => {
      expect(run(join(project.folder, 'node_modules/.bin', name), ...args), args.join(' ')).not.toMatch(/^\d+: /);
    };
    for (const name of sample) {
      const api = `./apis/${name}.json`;
      tool('openapi-typescript', api, '-o', `out/${name}/types.ts`);
      tool('orval', '-i', api, '-o', `out/${name}/orval.ts`, '--client', 'fetch', '--mode', 'single');
      const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
      tool('openapi-ts', '-i', api, '-o', `out/${name}/hey`, '--no-log-file', '-p', ...plugins);
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['out'] }));
    expect(run(join(import.meta.dirname, '../../node_modules/.bin/tsc'), '-p', '.')).toBe('');
  });
});
