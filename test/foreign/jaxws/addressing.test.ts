import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressing as clientAddressing } from '@soapwright/runtime/client/addressing';
import { addressing as serverAddressing } from '@soapwright/runtime/server/addressing';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import type { Client } from '../../support/generator/generated-modules.ts';
import { compileJava } from '../java/java.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { fetchProject, type Project } from '../support/project.ts';
import { jaxwsClasspath } from './client.ts';

let folder: string;
let server: RunningProgram;
let port: number;
const classpath = (): string => [folder, ...jaxwsClasspath].join(':');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-addressing-'));
  await compileJava([fileURLToPath(new URL('addressing', import.meta.url))], jaxwsClasspath, folder);
  port = await freePort();
  server = await startProgram('java', ['-cp', classpath(), 'weather.Main', String(port)], /^ready$/m);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const endpoints = [
  { endpoint: 'soap11', soap: '1.1', version: '1.0', isStated: true },
  { endpoint: 'soap12', soap: '1.2', version: '1.0', isStated: true },
  // JAX-WS states the submission nowhere in its WSDL.
  { endpoint: 'submission', soap: '1.1', version: '2004-08', isStated: false },
] as const;

describe.each(endpoints)(
  'JAX-WS with WS-Addressing $version in SOAP $soap',
  ({ endpoint, soap, version, isStated }) => {
    let project: Project;
    let address: string;

    beforeAll(async () => {
      address = `http://127.0.0.1:${port}/${endpoint}`;
      project = await fetchProject(`${address}?wsdl`, 'soapwright: 1\n');
    });
    afterAll(() => project?.remove());

    const ours = (): Client => {
      const interceptors = isStated ? [] : [clientAddressing({ version })];
      return project.client.create({ address, soap, interceptors });
    };

    it('our client calls its endpoint, which demands addressing', async () => {
      const actions: (string | undefined)[] = [];
      const onResponse = (response: { headerBlocks: readonly { local: string; xml: string }[] }): void => {
        const block = response.headerBlocks.find(({ local }) => local === 'Action');
        actions.push(/>([^<]*)</.exec(block?.xml ?? '')?.[1]);
      };
      const client = ours();
      expect(await client.degrees?.({ town: 'Oslo' }, { onResponse })).toBe(4);
      expect(await client.forecast?.({ town: 'Bergen' }, { onResponse })).toBe('rain in Bergen');
      expect(actions).toEqual(['http://weather.example/out', 'http://weather.example/Weather/forecastResponse']);
      await client.report?.({ text: 'sun' });
      await expect(client.degrees?.({ town: '' })).rejects.toMatchObject({ reason: 'no town' });
    });

    it('its endpoint refuses a request with an action of its own', async () => {
      const interceptors = [clientAddressing({ version, action: () => 'urn:unknown' })];
      const client = project.client.create({ address, soap, interceptors });
      await expect(client.degrees?.({ town: 'Oslo' })).rejects.toMatchObject({
        subcode: { local: 'ActionNotSupported' },
      });
    });

    it('its client calls our server, which demands addressing', async () => {
      const reports: string[] = [];
      const blocks: string[][] = [];
      const service = project.server.create(
        {
          degrees: async (request, context) => {
            blocks.push(context.headerBlocks.map(({ local }) => local));
            const { town } = request as { town: string };
            if (town === '') throw new Error('no town');
            return town.length;
          },
          forecast: async (request) => `rain in ${(request as { town: string }).town}`,
          report: async (request) => {
            reports.push((request as { text: string }).text);
          },
        },
        {
          requireContentLength: false,
          onError: () => undefined,
          ...(isStated ? {} : { addressing: serverAddressing({ version, required: true }) }),
        } as never,
      );
      const listening = await listen(service);
      try {
        const output = await runProgram('java', [
          '-cp',
          classpath(),
          'weather.Caller',
          `${listening.url}?wsdl`,
          version,
        ]);
        const lines = output.split('\n').filter((line) => /^(?:degrees|forecast|fault) /.test(line));
        expect(lines).toEqual([
          'degrees 4',
          'forecast rain in Bergen',
          expect.stringMatching(/^fault .*The server failed/),
        ]);
        expect(reports).toEqual(['sun']);
        expect(blocks[0]).toEqual(expect.arrayContaining(['To', 'Action', 'MessageID']));
      } finally {
        await listening.close(0);
      }
    });
  },
);
