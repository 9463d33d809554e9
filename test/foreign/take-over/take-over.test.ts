import { readFileSync } from 'node:fs';
import type { Listening } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/model/index.ts';
import { catalogued } from '../../../src/contract/wsdl/catalogue/catalogue.ts';
import { componentDifferences } from '../../../src/contract/wsdl/component-differences.ts';
import { loadWsdl } from '../../../src/contract/wsdl/index.ts';
import { documentCases } from '../asmx/cases.ts';
import { type AsmxService, compileClient, type ProxyProgram, startAsmx } from '../asmx/mono.ts';
import { measured, probes } from './probes.ts';
import { type TakeOver, takeOver } from './project.ts';

/** A live ASMX service and the compiled client that calls it, before and after its service is taken over. */

const page = readFileSync(new URL('../../../docs/how-to/take-over-a-service.md', import.meta.url), 'utf8');
/** First cell, ASMX, here. */
const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| .+ \|$/gm)].map((row) => row.slice(1));

let asmx: AsmxService;
let client: ProxyProgram;
let project: TakeOver;
let ours: Listening;

beforeAll(async () => {
  asmx = await startAsmx('Warehouse');
  client = await compileClient(asmx.wsdl, 'Client.cs');
  project = await takeOver(asmx.wsdl);
  ours = await project.serve();
});

afterAll(async () => {
  await ours?.close();
  project?.remove();
  client?.remove();
  await asmx?.stop();
});

describe.each(['1.1', '1.2'])('the compiled C# client, over SOAP %s', (soap) => {
  it('gets the same values, header blocks and faults from both', async () => {
    const [before, after] = [await client.run(asmx.address, soap), await client.run(ours.url, soap)];
    expect(before).toHaveLength(documentCases.length);
    // ASMX writes an empty detail where we write an id of the request.
    const withoutId = (answer: object): string =>
      JSON.stringify(answer).replace(' {http://warehouse.example/2004/}ErrorDetail', '');
    expect(after.map(withoutId)).toEqual(before.map(withoutId));
  });
});

function contractOf(wsdl: string): Contract {
  const bytes = new TextEncoder().encode(wsdl);
  const { contract } = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes }, { wellKnown: catalogued });
  if (contract === undefined) throw new Error('no contract');
  return contract;
}

it('?wsdl has the components of the WSDL of ASMX', async () => {
  const before = contractOf(asmx.wsdl.replaceAll(asmx.address, ours.url));
  const after = contractOf(await (await fetch(`${ours.url}?wsdl`)).text());
  expect(componentDifferences({ ...before, options: after.options }, after)).toEqual([]);
});

describe('docs/how-to/take-over-a-service.md', () => {
  const code = [...page.matchAll(/```ts\n\/\/ (handlers\/\S+)\n(.*?)```/gs)].map((block) => block.slice(1));

  it.each(code)('shows %s as it is tested', (file = '', text) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toBe(text);
  });

  it('has a row for each measured difference', () => {
    expect(rows.map(([what]) => what)).toEqual(expect.arrayContaining(probes.map(({ what }) => what)));
  });

  it.each(probes)('tells what both send: $what', async (probe) => {
    const row = [probe.what, await measured(asmx.address, probe), await measured(ours.url, probe)];
    expect(rows.find(([what]) => what === probe.what)).toEqual(row);
  });
});
