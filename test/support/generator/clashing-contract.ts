import fc from 'fast-check';
import type {
  AttributeGroup,
  AttributeUse,
  ComplexType,
  Contract,
  GlobalElement,
  ModelGroup,
  Particle,
  QName,
  Schema,
} from '../../../src/contract/model/index.ts';

/** Few names, so that many of them clash. */
const locals = 'a A T T_a TItself TElement choice S2 SClient Op OpRequest then Map content'.split(' ');
const namespaces = ['urn:s', 'http://example.com/billing/v1', 'http://example.com/billing/v2/types', ''];
const once = { min: 1, max: 1 } as const;

export const clashingLocals: fc.Arbitrary<string> = fc.constantFrom(...locals);
const local = clashingLocals;
const name: fc.Arbitrary<QName> = fc.record({ namespace: fc.constantFrom(...namespaces), local });
const text = { kind: 'named', name: { namespace: 'http://www.w3.org/2001/XMLSchema', local: 'string' } } as const;
const declaration = { nillable: false, sensitive: false, stream: false };

const attribute = name.map((one): AttributeUse => ({ name: one, type: text, use: 'optional', sensitive: false }));
const attributes = fc.uniqueArray(attribute, {
  selector: ({ name: { namespace, local: own } }) => `${namespace} ${own}`,
  maxLength: 3,
});

/** Each object is a component of its own. References may lead nowhere. */
const { type, particle } = fc.letrec<{ type: ComplexType; particle: Particle }>((tie) => ({
  particle: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    name.map(
      (one): Particle => ({ kind: 'element', occurs: once, element: { name: one, type: text, ...declaration } }),
    ),
    name.map((one): Particle => ({ kind: 'elementReference', occurs: once, name: one })),
    name.map((one): Particle => ({ kind: 'groupReference', occurs: once, name: one })),
    fc.constantFrom(1, 2).map(
      (max): Particle => ({
        kind: 'any',
        occurs: { min: 1, max },
        wildcard: { namespaces: '##any', processContents: 'lax' },
      }),
    ),
    fc.tuple(name, tie('type')).map(
      ([one, inner]): Particle => ({
        kind: 'element',
        occurs: once,
        element: { name: one, type: { kind: 'anonymous', type: inner }, ...declaration },
      }),
    ),
    fc
      .tuple(fc.constantFrom('sequence', 'choice'), fc.boolean(), fc.array(tie('particle'), { maxLength: 4 }))
      .map(([kind, single, particles]): Particle => ({ kind, occurs: single ? once : { min: 0, max: 2 }, particles })),
  ),
  type: fc
    .record({
      particles: fc.array(tie('particle'), { maxLength: 5 }),
      attributes,
      attributeGroups: fc.array(name, { maxLength: 2 }),
      mixed: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    })
    .map(
      ({ particles, ...rest }): ComplexType => ({
        kind: 'complex',
        abstract: false,
        content: { kind: 'elements', particle: { kind: 'sequence', occurs: once, particles } },
        ...rest,
      }),
    ),
}));

const option = fc.option(local, { nil: undefined });
const unique = { selector: (draft: { readonly local: string }) => draft.local };
const types = fc.uniqueArray(fc.record({ type, local, base: option, restricts: fc.boolean() }), {
  ...unique,
  maxLength: 6,
});
const elements = fc.uniqueArray(fc.record({ type, local, head: option }), { ...unique, maxLength: 5 });
const groups = fc.uniqueArray(fc.record({ local, particles: fc.array(particle, { maxLength: 4 }) }), {
  ...unique,
  maxLength: 3,
});
const attributeGroups = fc.uniqueArray(fc.record({ local, attributes }), { ...unique, maxLength: 2 });

const schema = (targetNamespace: string): fc.Arbitrary<Schema> => {
  const named = (own: string): QName => ({ namespace: targetNamespace, local: own });
  return fc.record({ types, elements, groups, attributeGroups }).map((drawn): Schema => {
    // A type extends only one before it, so that there are no circles.
    const isBefore = (index: number, base: string | undefined): boolean =>
      drawn.types.slice(0, index).some((one) => one.local === base);
    return {
      targetNamespace,
      elementFormDefault: 'qualified',
      attributeFormDefault: 'unqualified',
      types: drawn.types.map(({ type: own, local: ownName, base, restricts }, index) => {
        const one = { ...own, name: named(ownName) };
        if (base === undefined || !isBefore(index, base)) return one;
        const method = restricts ? 'restriction' : 'extension';
        return { ...one, derivation: { method, base: named(base) } };
      }),
      elements: drawn.elements.map(
        ({ type: own, local: ownName, head }): GlobalElement => ({
          name: named(ownName),
          type: { kind: 'anonymous', type: own },
          abstract: false,
          ...(head !== undefined && { substitutionGroup: { namespace: 'urn:s', local: head } }),
          ...declaration,
        }),
      ),
      groups: drawn.groups.map(
        ({ local: ownName, particles }): ModelGroup => ({
          name: named(ownName),
          particle: { kind: 'sequence', occurs: once, particles },
        }),
      ),
      attributeGroups: drawn.attributeGroups.map(
        ({ local: ownName, attributes: own }): AttributeGroup => ({
          name: named(ownName),
          attributes: own,
          attributeGroups: [],
        }),
      ),
      attributes: [],
      imports: [],
    };
  });
};

/** A contract whose components have few names in several namespaces. */
export const clashingContract: fc.Arbitrary<Contract> = fc
  .tuple(fc.tuple(...namespaces.map(schema)), fc.uniqueArray(local, { maxLength: 4 }))
  .map(([schemas, operations]): Contract => {
    const message = { namespace: 'urn:s', local: 'Empty' };
    return {
      name: 'S',
      targetNamespace: 'urn:s',
      schemas,
      messages: [{ name: message, parts: [] }],
      portTypes: [
        {
          name: { namespace: 'urn:s', local: 'S' },
          operations: operations.map((one) => ({
            name: one,
            returns: 'output',
            pattern: 'request-response',
            input: { message },
            output: { message },
            faults: [],
          })),
        },
      ],
      bindings: [],
      services: [{ name: 'S', ports: [] }],
      options: { long: 'bigint', decimal: 'string', dateTime: 'Date', date: 'string', duration: 'string' },
    };
  });
