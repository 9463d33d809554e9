import { expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { matchOperations } from './operation-pairs.ts';

const find = '{ request: { Query: string }, response: { Found: string } }';
const load = '{ request: { Id: int }, response: { Item: string } }';

/** Each deleted operation, with the one that looks like a rename of it. */
function deletedIn(old: string, current: string): readonly (readonly [string, string | undefined])[] {
  const [before, after] = [old, current].map((operations) =>
    contractOf(
      `soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\noperations: { ${operations} }\n`,
    ),
  ) as [ReturnType<typeof contractOf>, ReturnType<typeof contractOf>];
  return matchOperations(before, after).deleted.map(({ operation, renamed }) => [operation.name, renamed?.name]);
}

it('a deleted operation looks renamed where a new one has a similar name, or the same fields', () => {
  expect(deletedIn(`FindOrder: ${find}`, `FindOrders: ${load}`)).toEqual([['FindOrder', 'FindOrders']]);
  expect(deletedIn(`Find: ${find}`, `Search: ${find}`)).toEqual([['Find', 'Search']]);
  expect(deletedIn(`Find: ${find}`, `Load: ${load}`)).toEqual([['Find', undefined]]);
  expect(deletedIn(`Find: ${find}, Load: ${load}`, `Find: ${load}, Load: ${find}`)).toEqual([]);
});
