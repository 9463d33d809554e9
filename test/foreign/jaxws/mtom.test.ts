import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mtom as clientMtom } from '@soapwright/runtime/client/mtom';
import { mtom as serverMtom } from '@soapwright/runtime/server/mtom';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { compileJava } from '../java/java.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { fetchProject, type Project } from '../support/project.ts';
import { jaxwsClasspath } from './client.ts';

let folder: string;
let server: RunningProgram;
let address: string;
let project: Project;
const classpath = (): string => [folder, ...jaxwsClasspath].join(':');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-mtom-'));
  await compileJava([fileURLToPath(new URL('mtom', import.meta.url))], jaxwsClasspath, folder);
  const port = await freePort();
  server = await startProgram('java', ['-cp', classpath(), 'files.Files', String(port)], /^ready$/m);
  address = `http://127.0.0.1:${port}/files`;
  project = await fetchProject(`${address}?wsdl`, 'soapwright: 1\n');
});

afterAll(async () => {
  project?.remove();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sizes = [0, 100, 1024, 1_000_000, 20_000_000];
const bytesOf = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 7) ^ (at >> 8));

describe('MTOM with JAX-WS', () => {
  it.each(sizes)('our client exchanges a value of %d bytes with its endpoint', async (size) => {
    const bytes = bytesOf(size);
    // The endpoint answers any request with parts, also one without.
    for (const multipart of [clientMtom(), clientMtom({ send: 'always' }), undefined]) {
      const received = await project.client.create({ address, multipart }).reverse?.({ bytes });
      expect(Buffer.compare(received as Uint8Array, bytes.slice().reverse())).toBe(0);
    }
  });

  it.each(sizes.slice(1, 4))('our client exchanges an attachment of %d bytes with its endpoint', async (size) => {
    const content = new Blob([new Uint8Array(bytesOf(size))], { type: 'text/plain' });
    for (const multipart of [undefined, clientMtom({ send: 'always' })]) {
      const kept = await project.client.create({ address, multipart }).keep?.({ scan: { content } });
      const { content: received } = kept as { content: Blob };
      expect(Buffer.from(await received.arrayBuffer()).toString('hex')).toBe(
        Buffer.from(bytesOf(size).reverse()).toString('hex'),
      );
      expect(received.type).toBe('text/plain');
    }
  });

  it('its client exchanges values and attachments with our server', async () => {
    const received: string[] = [];
    const ours = project.server.create(
      {
        reverse: async ({ bytes }: { bytes: Uint8Array }) => bytes.slice().reverse(),
        keep: async ({ scan: { content } }: { scan: { content: Blob } }) => ({
          content: new Blob([new Uint8Array(await content.arrayBuffer()).reverse()], { type: content.type }),
        }),
      } as never,
      { multipart: serverMtom(), requireContentLength: false, path: '/files' } as never,
    );
    const listening = await listen(ours);
    try {
      const dump = '-Dcom.sun.xml.ws.transport.http.client.HttpTransportPipe.dump=true';
      const args = [
        '-cp',
        classpath(),
        dump,
        'files.Caller',
        `${listening.url}?wsdl`,
        ...sizes.slice(0, 4).map(String),
      ];
      const output = await runProgram('java', args);
      for (const line of output.split('\n')) {
        if (/^\d+ (?:same|different|kept|lost)$/.test(line)) received.push(line);
      }
      expect(received).toEqual(sizes.slice(0, 4).flatMap((size) => [`${size} same`, `${size} kept`]));
      expect(output).toMatch(/Content-type: multipart\/related/i);
    } finally {
      await listening.close(0);
    }
  });
});
