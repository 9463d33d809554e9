import { expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { emit } from './index.ts';

const options = { source: 'contract.yaml', importExtension: 'ts' } as const;

const contract = contractOf(`
soapwright: 1
service: Bank
namespace: urn:bank/
address: http://localhost/bank
headers:
  Session: { record: { Ticket: { type: string, sensitive: true }, Id: string } }
operations:
  Pay:
    request: { Card: Card, Owner: string, Number: { type: string, sensitive: true } }
    result: Receipt
    headers: [Session]
records:
  Card:
    Code: { type: string, attribute: true, sensitive: true }
    Kind: { type: string, attribute: true }
    $text: { type: string, sensitive: true }
  Receipt: { Number: string }
`);

it('names elements, attributes and elements whose text is sensitive', async () => {
  const text = (await emit(contract, options)).find(({ path }) => path === 'sensitive.ts')?.text;
  const names = [...(text ?? '').matchAll(/^ {2}'(\w+)',$/gm)].map(([, name]) => name);
  expect(names).toEqual(['Card', 'Code', 'Number', 'Ticket']);
});

it('is not there for a server, or without sensitive fields', async () => {
  const paths = async (text: string, more: object = {}) =>
    (await emit(contractOf(text), { ...options, ...more })).map(({ path }) => path);
  const harmless = `
soapwright: 1
service: A
namespace: urn:a/
address: http://localhost/a
operations: { B: { request: { C: string }, result: D } }
records: { D: { E: string } }
`;
  expect(await paths(harmless)).not.toContain('sensitive.ts');
  const secret = harmless.replace('{ E: string }', '{ E: { type: string, sensitive: true } }');
  expect(await paths(secret)).toContain('sensitive.ts');
  expect(await paths(secret, { sides: 'client' })).toContain('sensitive.ts');
  expect(await paths(secret, { sides: 'server' })).not.toContain('sensitive.ts');
});
