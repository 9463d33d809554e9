import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { resolveService } from '../../contract/model/index.ts';
import { type ChildOrder, childOrder } from './child-order.ts';
import { membersOf } from './content.ts';

/** The order of the children of a record. */
function orderOf(record: string, rest = ''): ChildOrder | undefined {
  const { declarations } = resolveService(
    contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { A: { request: { r: R }, result: { type: int, as: r } } }
${rest}
records: { R: { ${record} } }
`),
  );
  const found = declarations.find(({ typeName }) => typeName === 'R');
  return found?.kind === 'structure' ? childOrder(membersOf(found)) : undefined;
}

describe('the order of children', () => {
  it('is that of their indexes, also around and inside of choices', () => {
    expect(orderOf('a: int, $choice b: { c: int, $sequence d: { e: int, f: "int?" } }, g: "int[]"')).toEqual({
      repeated: [],
      others: undefined,
    });
  });

  it('keeps parts that repeat together, with the required elements of plain rows', () => {
    const order = orderOf(
      'a: int, "$choice b[]": { c: int, d: int }, "$sequence e[]": { f: int, g: "int?", h: int }, "$sequence i[]": { j: int, k: "int[]" }',
    );
    expect(order?.repeated).toEqual([
      [1, 2],
      [3, 5, 3, 5],
      [6, 7],
    ]);
  });

  it('of a part in another part that repeats is that of the outer one', () => {
    const order = orderOf('a: int, "$choice b[]": { c: int, "$sequence d[]": { e: int, f: int } }');
    expect(order?.repeated).toEqual([[1, 3]]);
  });

  it('has a place for a wildcard that admits none of them', () => {
    expect(orderOf('a: int, $any b: { namespaces: other }, $choice c: { d: int, e: int }')?.others).toBe(0);
    expect(orderOf('$choice c: { d: int, e: int }, "$any b[]": { namespaces: other }')?.others).toBe(1);
  });

  it('is unknown where a name does not tell the place', () => {
    const twice = orderOf(
      'a: { element: e }, b: int, c: { element: e }, $choice d: { f: int, g: int }',
      'elements: { e: int }',
    );
    expect(twice).toBeUndefined();
    expect(orderOf('a: int, $any b: { namespaces: any }, $choice c: { d: int, e: int }')).toBeUndefined();
    expect(orderOf('a: int, "$choice b[]": { c: int, $any d: { namespaces: other } }')).toBeUndefined();
  });
});
