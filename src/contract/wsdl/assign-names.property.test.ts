import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clashingContract as contract,
  clashingLocals as local,
} from '../../../test/support/generator/clashing-contract.ts';
import { type Contract, nameClashes } from '../model/index.ts';
import { assignNames } from './assign-names.ts';

const runs = { numRuns: 40 };

describe('assigned names', () => {
  it('never clash', () => {
    fc.assert(
      fc.property(contract, (drawn) => {
        expect(nameClashes(assignNames(drawn).contract).map(({ message }) => message)).toEqual([]);
      }),
      runs,
    );
  });

  it('do not depend on the order of schemas, types, elements and operations', () => {
    const reversed = (drawn: Contract): Contract => ({
      ...drawn,
      schemas: drawn.schemas
        .map((one) => ({ ...one, types: one.types.toReversed(), elements: one.elements.toReversed() }))
        .toReversed(),
      portTypes: drawn.portTypes.map((one) => ({ ...one, operations: one.operations.toReversed() })),
    });
    fc.assert(
      fc.property(contract, (drawn) => {
        expect(assignNames(reversed(drawn)).names).toEqual(assignNames(drawn).names);
      }),
      runs,
    );
  });

  it('stay as they are when they are given again', () => {
    fc.assert(
      fc.property(contract, (drawn) => {
        const first = assignNames(drawn);
        expect(assignNames(drawn, first.names)).toEqual(first);
      }),
      runs,
    );
  });

  it('stay as they are when components are added', () => {
    const without = (drawn: Contract, left: ReadonlySet<string>): Contract => ({
      ...drawn,
      schemas: drawn.schemas.map((one) => ({
        ...one,
        // A new member of a substitution group would give its head another type.
        elements: one.elements.filter(
          ({ name, substitutionGroup: head }) => head !== undefined || !left.has(name.local),
        ),
      })),
      portTypes: drawn.portTypes.map((one) => ({
        ...one,
        operations: one.operations.filter(({ name }) => !left.has(name)),
      })),
    });
    fc.assert(
      fc.property(contract, fc.uniqueArray(local, { maxLength: 8 }), (drawn, left) => {
        const before = assignNames(without(drawn, new Set(left))).names;
        const { contract: after, names } = assignNames(drawn, before);
        expect(nameClashes(after)).toEqual([]);
        for (const [name, components] of Object.entries(before)) expect(names[name]).toMatchObject(components);
      }),
      runs,
    );
  });
});
