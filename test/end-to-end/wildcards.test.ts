import { anyElement } from '@soapwright/runtime';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

const contract = contractOf(`
soapwright: 1
service: Wild
namespace: urn:wild/
address: http://localhost/wild
operations:
  Echo: { request: { Both: Both }, response: { Both: Both } }
records:
  Both:
    $any ours[]: { namespaces: [urn:a, urn:b] }
    $choice either:
      $any bare: { namespaces: ["##local"] }
      $any foreign: { namespaces: [urn:c] }
      named: string
    $any rest[]: { namespaces: [urn:d] }
`);

let folder: GeneratedFolder;
let server: SoapServer;
const received: unknown[] = [];
beforeAll(async () => {
  folder = new GeneratedFolder('wildcards');
  type Module = { createWildServer: (handlers: object, options: object) => SoapServer };
  const { createWildServer } = await folder.module<Module>(contract, 'server');
  const Echo = (request: { Both: unknown }): unknown => {
    received.push(request.Both);
    return request;
  };
  server = createWildServer({ Echo }, {});
});
afterAll(() => folder.remove());

async function echo(inner: string): Promise<string> {
  const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><Echo xmlns="urn:wild/"><Both>${inner}</Both></Echo></s:Body></s:Envelope>`;
  const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
  return await (await server.fetch(new Request('http://localhost/wild', { method: 'POST', headers, body }))).text();
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `<x xmlns="urn:${name}">1</x>`);
const local = '<x xmlns="">1</x>';

describe('several wildcards in one content model', () => {
  it.each([
    ['bare', `${a}${b}${local}${d}`, 2, local],
    ['foreign', `${c}${d}${d}`, 0, c],
    ['named', '<named>n</named>', 0, undefined],
  ])('are distinguished by the namespaces that they allow: %s', async (chosen, inner, ours, value) => {
    received.length = 0;
    expect(await echo(inner)).toContain(inner);
    expect(received).toMatchObject([
      {
        ours: Array.from({ length: ours }, () => ({ local: 'x' })),
        either: { case: chosen, value: value === undefined ? 'n' : { ...anyElement(value), xml: expect.any(String) } },
        rest: (inner.match(/urn:d/g) ?? []).map(() => ({ namespace: 'urn:d' })),
      },
    ]);
  });

  it('R1: are read in order, and one that matches nothing is absent', async () => {
    expect(await echo(`${d}${c}`)).toContain('<Path>Echo/Both</Path>');
    expect(await echo(`${c}${a}`)).toContain('<Path>Echo/Both/x</Path>');
    received.length = 0;
    await echo(`<y xmlns="urn:y"/>${c}`);
    expect(received).toMatchObject([{ ours: [], rest: [] }]);
  });
});
