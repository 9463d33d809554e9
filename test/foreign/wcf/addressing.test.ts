import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SoapFault } from '@soapwright/runtime';
import { addressing as clientAddressing } from '@soapwright/runtime/client/addressing';
import { addressing as serverAddressing } from '@soapwright/runtime/server/addressing';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

/** As WCF has it. Nothing in it says WS-Addressing: options do. */
const contract = contractOf(`
soapwright: 1
service: Weather
namespace: http://weather.example/
address: http://localhost/
operations:
  degrees: { soapAction: "http://weather.example/in", request: { town: string }, result: { type: int, as: degreesResult } }
  forecast: { soapAction: "http://weather.example/Weather/forecast", request: { town: string }, result: { type: string, as: forecastResult } }
`);

const replies: Readonly<Record<string, string>> = { degrees: 'http://weather.example/out' };

let folder: string;
let program: string;
let port: number;
let server: RunningProgram;
let project: Project;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-wcf-'));
  program = join(folder, 'weather.exe');
  const source = fileURLToPath(new URL('Weather.cs', import.meta.url));
  await runProgram('mcs', ['-r:System.ServiceModel.dll', `-out:${program}`, source]);
  port = await freePort();
  server = await startProgram('mono', [program, 'serve', String(port)], /^ready$/m);
  project = await generateProject(wsdlText(contract, { source: 'weather.yaml' }));
});

afterAll(async () => {
  await server?.stop();
  project?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  { soap: '1.1', version: '1.0' },
  { soap: '1.2', version: '1.0' },
  { soap: '1.1', version: '2004-08' },
  { soap: '1.2', version: '2004-08' },
] as const)('WCF under Mono with WS-Addressing $version in SOAP $soap', ({ soap, version }) => {
  it('our client calls its server', async () => {
    const address = `http://127.0.0.1:${port}/${soap}/${version}`;
    const actions: (string | undefined)[] = [];
    const onResponse = (response: { headerBlocks: readonly { local: string; xml: string }[] }): void => {
      const block = response.headerBlocks.find(({ local }) => local === 'Action');
      actions.push(/>([^<]*)</.exec(block?.xml ?? '')?.[1]);
    };
    const interceptors = [clientAddressing({ version, mustUnderstand: true })];
    const client = project.client.create({ address, soap, interceptors });
    expect(await client.degrees?.({ town: 'Oslo' }, { onResponse })).toBe(4);
    expect(await client.forecast?.({ town: 'Bergen' }, { onResponse })).toBe('rain in Bergen');
    expect(actions).toEqual(['http://weather.example/out', 'http://weather.example/Weather/forecastResponse']);
    await expect(client.degrees?.({ town: '' })).rejects.toBeInstanceOf(SoapFault);
  });
});

/** In SOAP 1.1 Mono's client sends no Action, and in 2004/08 no MessageID, which our server demands. */
describe('WCF under Mono with WS-Addressing 1.0 in SOAP 1.2', () => {
  it('its client calls our server', async () => {
    const heads: (string | undefined)[] = [];
    const service = project.server.create(
      {
        degrees: async (request, context) => {
          heads.push(context.headerBlocks.map(({ local }) => local).join(' '));
          const { town } = request as { town: string };
          // It takes any detail for one of its own.
          if (town === '') throw new SoapFault({ code: 'Sender', reason: 'no town', detailXml: '' });
          return town.length;
        },
        forecast: async (request) => `rain in ${(request as { town: string }).town}`,
      },
      {
        requireContentLength: false,
        // WCF reads a fault with this status alone.
        senderFaultStatus: 500,
        addressing: serverAddressing({ version: '1.0', required: true, responseAction: (name) => replies[name] }),
      } as never,
    );
    const ours = await listen(service);
    try {
      const output = await runProgram('mono', [program, 'call', '1.2,1.0', ours.url]);
      expect(output).toBe('degrees 4\nforecast rain in Bergen\nfault Sender no town\n');
      expect(heads[0]).toContain('Action');
      expect(heads[0]).toContain('MessageID');
    } finally {
      await ours.close(0);
    }
  });
});
