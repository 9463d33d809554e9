import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CorpusEntry, corpusEntries, corpusFolder } from '../corpus/entries.ts';
import { required, zeep } from './foreign.ts';
import { componentsByZeep } from './wsdl-readers.ts';

/** A service whose WSDL somebody else wrote, from `soapwright import` to a running server that zeep asks for its WSDL. */

/** ASP.NET with two SOAP versions, Axis 2, JAX-WS, rpc/encoded, MIME, no soapAction, and WS-Trust with several namespaces. */
const sample = ['e0025', 'e0055', 'e0061', 'e0239', 'e0605', 'e0748', 'e0900'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = corpusFolder();
const entries = corpus === undefined ? [] : corpusEntries(corpus).filter(({ id }) => sample.includes(id));

let folder: string;
let listening: Listening | undefined;

beforeEach(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, so that the runtime resolves as in a user's project.
  folder = mkdtempSync(join(root, '.build/imported-'));
});

afterEach(async () => {
  await listening?.close();
  listening = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function soapwright(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/soapwright.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

/** Imports, generates and starts the server. */
async function served({ path }: CorpusEntry): Promise<string> {
  const [repository = ''] = path.split('/');
  soapwright('import', join(corpus ?? '', path), '-o', 'contract.yaml', '--allow-path', join(corpus ?? '', repository));
  const folders = ['--out', 'generated', '--handlers', 'handlers'];
  soapwright('generate', '--schema', 'contract.yaml', ...folders, '--import-extension', 'ts');
  const { handlers } = await import(pathToFileURL(join(folder, 'handlers/index.ts')).href);
  const made = await import(pathToFileURL(join(folder, 'generated/server.ts')).href);
  const create = Object.keys(made).find((name) => /^create\w+Server$/.test(name)) ?? '';
  const server = made[create](handlers, { state: {} }) as SoapServer;
  listening = await listen(server, { port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${listening.url}?wsdl`);
  expect(answer.status).toBe(200);
  return await answer.text();
}

describe.skipIf(corpus === undefined || (!zeep.available && !required))('the service of an imported WSDL', () => {
  it('is there for each sample', () => expect(entries).toHaveLength(sample.length));
  it.each(entries)('serves a WSDL that is the original for zeep: $id', async (entry) => {
    const file = join(folder, 'served.wsdl');
    writeFileSync(file, await served(entry));
    const [before, after] = componentsByZeep([join(corpus ?? '', entry.path), file]);
    expect(Object.keys(before?.ports ?? {}).length).toBeGreaterThan(0);
    expect(after).toEqual(before);
  });
});
