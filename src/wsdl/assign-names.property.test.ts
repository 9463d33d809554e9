import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComplexType, type Contract, nameClashes, type Particle, type Schema } from '../contract/index.ts';
import { assignNames } from './assign-names.ts';

/** Few names, so that many of them clash. */
const locals = [
  'a',
  'A',
  'T',
  'T_a',
  'TItself',
  'TElement',
  'choice',
  'S2',
  'SClient',
  'Op',
  'OpRequest',
  'then',
  'Map',
];
const namespaces = ['urn:s', 'http://example.com/billing/v1', 'http://example.com/billing/v2/types', ''];
const once = { min: 1, max: 1 } as const;

const local = fc.constantFrom(...locals);
const namespace = fc.constantFrom(...namespaces);
const text = { kind: 'named', name: { namespace: 'http://www.w3.org/2001/XMLSchema', local: 'string' } } as const;
const declaration = { nillable: false, sensitive: false, stream: false };

const { type } = fc.letrec<{ type: ComplexType; particle: Particle }>((tie) => ({
  particle: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ namespace, local }).map(
      (name): Particle => ({
        kind: 'element',
        occurs: once,
        element: { name, type: text, ...declaration },
      }),
    ),
    // Each object is a component of its own.
    fc.constantFrom(1, 2).map(
      (max): Particle => ({
        kind: 'any',
        occurs: { min: 1, max },
        wildcard: { namespaces: '##any', processContents: 'lax' },
      }),
    ),
    fc.tuple(fc.record({ namespace, local }), tie('type')).map(
      ([name, inner]): Particle => ({
        kind: 'element',
        occurs: once,
        element: { name, type: { kind: 'anonymous', type: inner }, ...declaration },
      }),
    ),
    fc
      .tuple(fc.constantFrom('sequence', 'choice'), fc.boolean(), fc.array(tie('particle'), { maxLength: 4 }))
      .map(([kind, single, particles]): Particle => ({ kind, occurs: single ? once : { min: 0, max: 2 }, particles })),
  ),
  type: fc.tuple(fc.array(tie('particle'), { maxLength: 5 }), fc.uniqueArray(local, { maxLength: 3 })).map(
    ([particles, attributes]): ComplexType => ({
      kind: 'complex',
      abstract: false,
      mixed: false,
      content: { kind: 'elements', particle: { kind: 'sequence', occurs: once, particles } },
      attributes: attributes.map((name) => ({
        name: { namespace: '', local: name },
        type: text,
        use: 'optional',
        sensitive: false,
      })),
      attributeGroups: [],
    }),
  ),
}));

interface Draft {
  readonly type: ComplexType;
  readonly local: string;
  readonly base: string | undefined;
}

const drafts = fc.uniqueArray(fc.record<Draft>({ type, local, base: fc.option(local, { nil: undefined }) }), {
  selector: (draft) => draft.local,
  maxLength: 6,
});

const schema = (targetNamespace: string) =>
  fc.tuple(drafts, drafts).map(([types, elements]): Schema => {
    // A type extends only one before it, so that there are no circles.
    const before = (index: number, base: string | undefined) => types.slice(0, index).find((one) => one.local === base);
    return {
      targetNamespace,
      elementFormDefault: 'qualified',
      attributeFormDefault: 'unqualified',
      types: types.map((draft, index) => {
        const name = { namespace: targetNamespace, local: draft.local };
        const base = before(index, draft.base);
        if (base === undefined) return { ...draft.type, name };
        const derivation = { method: 'extension', base: { namespace: targetNamespace, local: base.local } } as const;
        return { ...draft.type, name, derivation };
      }),
      elements: elements.map((draft) => ({
        name: { namespace: targetNamespace, local: draft.local },
        type: { kind: 'anonymous', type: draft.type },
        abstract: false,
        ...declaration,
      })),
      attributes: [],
      groups: [],
      attributeGroups: [],
      imports: [],
    };
  });

const contract = fc.tuple(fc.tuple(...namespaces.map(schema)), fc.uniqueArray(local, { maxLength: 4 })).map(
  ([schemas, operations]): Contract => ({
    name: 'S',
    targetNamespace: 'urn:s',
    schemas,
    messages: [{ name: { namespace: 'urn:s', local: 'Empty' }, parts: [] }],
    portTypes: [
      {
        name: { namespace: 'urn:s', local: 'S' },
        operations: operations.map((name) => ({
          name,
          returns: 'output',
          pattern: 'request-response',
          input: { message: { namespace: 'urn:s', local: 'Empty' } },
          output: { message: { namespace: 'urn:s', local: 'Empty' } },
          faults: [],
        })),
      },
    ],
    bindings: [],
    services: [{ name: 'S', ports: [] }],
    options: { long: 'bigint', decimal: 'string', dateTime: 'Date', date: 'string', duration: 'string' },
  }),
);

const runs = { numRuns: 60 };

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
        elements: one.elements.filter(({ name }) => !left.has(name.local)),
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
