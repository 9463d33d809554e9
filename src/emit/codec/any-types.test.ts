import { expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { emit } from '../emit.ts';

it('readers of values of any type know named types, and not those that only restrict one', async () => {
  const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
use: encoded
operations:
  Do:
    style: rpc
    request: { all: All }
    response: {}
records:
  All:
    any: anyType
    few: { type: { base: int, max: 7 } }
    code: Code
    short: { type: { base: Code, maxLength: 2 } }
types: { Code: { base: string, maxLength: 9 } }
`);
  const files = await emit(contract, { source: 'c.yaml', importExtension: 'ts' });
  const [, types = ''] = /anyTypeReader[^[]*\[([\s\S]*?)\]\)/.exec(files.map(({ text }) => text).join('\n')) ?? [];
  expect([...types.matchAll(/local: '([^']*)'.*read: ([^ ]*)/g)].map(([, local, read]) => [local, read])).toEqual([
    ['All', 'readAllEncoded'],
    ['Code', 'CodeType'],
  ]);
});
