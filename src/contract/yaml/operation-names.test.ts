import { expect, it } from 'vitest';
import { loadContract } from './load.ts';

const contract = (operation: string): string => `soapwright: 1
service: Shop
namespace: https://shop.example/
address: http://localhost/shop
operations: { ${operation} }
records: { Item: { a: int } }
`;
const codes = (operation: string): readonly string[] =>
  loadContract({ file: 'c.yaml', text: contract(operation) }).diagnostics.map(({ code }) => code);

it('rejects names that cannot be file names', () => {
  expect(codes(`${'A'.repeat(252)}: { result: Item }`)).toEqual([]);
  expect(codes(`${'A'.repeat(253)}: { result: Item }`)).toEqual(['SW1376']);
  expect(codes(`${'É'.repeat(126)}: { result: Item }`)).toEqual([]);
  expect(codes(`${'É'.repeat(127)}: { result: Item }`)).toEqual(['SW1376']);
  expect(codes(`${'A'.repeat(253)}: { name: Short, result: Item }`)).toEqual([]);
});
