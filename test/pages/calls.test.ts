import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ServicePages } from '@soapwright/runtime/pages';
import { SoapFault, type SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pages as everythingPages } from '../golden/everything/expected/pages.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';
import { pages as legacyPages } from '../golden/legacy/expected/pages.ts';
import { createLegacyServer } from '../golden/legacy/expected/server.ts';
import { pages as streamsPages } from '../golden/streams/expected/pages.ts';
import { createStreamsServer } from '../golden/streams/expected/server.ts';
import { required } from '../interop/foreign.ts';
import { textOfHtml } from './multipart-form.ts';

/** The commands on the pages send the same request, as they are pasted. */

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const golden = fileURLToPath(new URL('../golden/', import.meta.url));
const build = fileURLToPath(new URL('../../.build/', import.meta.url));

/** Handlers of every operation that record their input, and then refuse. */
function recording(received: unknown[]): never {
  const handler = async (input: unknown): Promise<never> => {
    received.push(await plain(input));
    throw SoapFault.sender('Taken', 'The request was read.');
  };
  return new Proxy({}, { get: () => handler }) as never;
}

/** With the bytes of Blobs. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return new Uint8Array(await value.arrayBuffer());
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await plain(inner)] as const)),
  );
}

interface Service {
  readonly pages: ServicePages;
  create(received: unknown[], pages: ServicePages): SoapServer;
}

const services: Readonly<Record<string, Service>> = {
  everything: {
    pages: everythingPages,
    create: (received, pages) => createEverythingServer(recording(received), { state: undefined, pages }),
  },
  legacy: {
    pages: legacyPages,
    create: (received, pages) => createLegacyServer(recording(received), { state: undefined, pages }),
  },
  streams: {
    pages: streamsPages,
    create: (received, pages) => createStreamsServer(recording(received), { state: undefined, pages }),
  },
};

/** The commands of a page, in their order: those of a response come first. */
function commandsOf(html: string): readonly { readonly label: string; readonly text: string }[] {
  const found = html.matchAll(/<pre class="whole"[^>]* aria-label="([^"]*)">(.*?)<\/pre>/gs);
  return [...found].map(([, label = '', text = '']) => ({ label, text: textOfHtml(text) }));
}

function commandOf(html: string, label: string): string {
  const command = commandsOf(html).find((one) => one.label.startsWith(label));
  if (command === undefined) throw new Error(`The page has no command ${label}.`);
  return command.text;
}

describe.skipIf(!hasCurl && !required)('commands on the pages', () => {
  let folder = '';

  beforeAll(() => {
    mkdirSync(build, { recursive: true });
    folder = mkdtempSync(join(build, 'calls-'));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function runInShell(command: string): Promise<string> {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: process.env });
    return stdout;
  }

  let programs = 0;

  /** Runs a program as if it were in the folder of the generated code. */
  async function runTypeScript(service: string, program: string): Promise<void> {
    const expected = pathToFileURL(join(golden, service, 'expected/')).href;
    const file = join(folder, `${programs++}.ts`);
    writeFileSync(file, `${program.replace(/from '\.\//g, `from '${expected}`)}\nexport {};\n`);
    await import(pathToFileURL(file).href);
  }

  for (const [name, { pages, create }] of Object.entries(services)) {
    describe(name, () => {
      const received: unknown[] = [];
      let listening: Listening;

      beforeAll(async () => {
        listening = await listen(create(received, pages), { host: '127.0.0.1' });
      });

      afterAll(async () => {
        await listening.close(1_000);
      });

      it.each(pages.description.operations.map((operation) => [operation.name]))(
        'P3: curl and the generated client send the sample of %s',
        async (operation) => {
          received.length = 0;
          const page = await (await fetch(`${listening.url}?op=${operation}`)).text();
          expect(await runInShell(commandOf(page, 'curl'))).toContain('Taken');
          await expect(runTypeScript(name, commandOf(page, 'TypeScript'))).rejects.toThrow('The request was read.');
          expect(received).toHaveLength(2);
          expect(received[1]).toEqual(received[0]);
        },
      );
    });
  }

  it('P3, R5: commands of a sent request have its values, and variables instead of secrets', async () => {
    const received: unknown[] = [];
    const { create, pages } = services.everything as Service;
    const listening = await listen(create(received, pages), { host: '127.0.0.1' });
    const secret = `$(touch x) \`y\` "z" 'q' \\ & <`;
    const posted = new URLSearchParams({ Query: secret, 'soap:version': '1.2', '$headers/Session/Token': 'a token' });
    const answer = await fetch(`${listening.url}?op=Find`, { method: 'POST', body: posted });
    const page = await answer.text();
    expect(page).not.toContain('touch x');
    expect(page).not.toContain('a token');
    vi.stubEnv('SOAP_QUERY', 'from outside');
    vi.stubEnv('SOAP_TOKEN', 'a token');
    expect(await runInShell(commandOf(page, 'curl'))).toContain('The request was read.');
    await expect(runTypeScript('everything', commandOf(page, 'TypeScript'))).rejects.toThrow('The request was read.');
    expect(received).toEqual([{ Query: secret }, { Query: 'from outside' }, { Query: 'from outside' }]);
    await listening.close(1_000);
  });

  it('P3: no shell expands anything in the values of a command', async () => {
    const received: unknown[] = [];
    const { create, pages } = services.everything as Service;
    const listening = await listen(create(received, pages), { host: '127.0.0.1' });
    const Text = `$(touch ${join(folder, 'touched')}) \`y\` "z" 'q' \\ \\\\n & < $HOME\nXML\nXML2\n\u2028 • \ue000SOAP_TEXT:-x\ue001`;
    const answer = await fetch(`${listening.url}?op=Notify`, {
      method: 'POST',
      body: new URLSearchParams({ Text, '$headers/Session/Token': '' }),
    });
    const page = await answer.text();
    vi.stubEnv('SOAP_TEXT', '!');
    await runInShell(commandOf(page, 'curl'));
    expect(received[1]).toEqual({ Text: Text.replace('\ue000SOAP_TEXT:-x\ue001', '!') });
    expect(commandOf(page, 'TypeScript')).toContain("\\u2028 • ' + (process.env.SOAP_TEXT ?? '')");
    await listening.close(1_000);
  });
});
