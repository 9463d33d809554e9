import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { componentsOf, type SchemaPart, visitParts, visitSchemas } from './index.ts';

const head = 'soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n';

const { schemas } = contractOf(`${head}
operations: { A: { request: { r: R }, response: {} } }
elements: { E: { type: int } }
attributes: { id: string }
groups: { G: { g: int } }
attributeGroups: { AG: { $ref id: true, size: int } }
records:
  B: { a: int }
  R:
    $extends: B
    b: Kind
    $choice c: { d: { record: { e: int } }, f: { element: E } }
    $group g: G
    "$any[]": { namespaces: other }
    $attributes: { $groups: [AG], own: int }
types: { Kind: { base: string, enum: [One, Two] } }
`);

/** `type B` for a reference, the name or the kind of anything else. */
function shown(part: SchemaPart): string {
  if (part.kind === 'reference') return `${part.space} ${part.name.local}`;
  if (part.kind === 'value') return part.component.value;
  if (part.kind === 'particle') return part.component.kind;
  const name = 'name' in part.component ? part.component.name?.local : undefined;
  return name ?? part.kind;
}

function partsIn(name: string): readonly string[] {
  const owner = schemas.flatMap(componentsOf).find(({ component }) => component.name.local === name);
  const found: string[] = [];
  if (owner !== undefined) {
    visitParts(owner, (part) => {
      found.push(shown(part));
      return true;
    });
  }
  return found;
}

describe('parts of a component', () => {
  it.each([
    ['R', 'type B, sequence, b, type Kind, choice, d, type, sequence, e, type int, elementReference, element E'],
    ['Kind', 'One, Two, type string'],
    ['AG', 'id, type string, attribute id, size, type int'],
    ['G', 'sequence, g, type int'],
    ['E', 'type int'],
  ])('are visited depth first: %s', (name, expected) => {
    expect(partsIn(name).join(', ').slice(0, expected.length)).toBe(expected);
  });

  it('include references to groups, whose parts are visited where they are declared', () => {
    expect(partsIn('R')).toEqual(expect.arrayContaining(['group G', 'any', 'attributeGroup AG', 'own']));
    expect(partsIn('R')).not.toContain('g');
    const visited: string[] = [];
    visitSchemas(schemas, (part) => {
      visited.push(shown(part));
      return true;
    });
    expect(visited.filter((name) => name === 'g' || name === 'size')).toEqual(['g', 'size']);
  });

  it('are left out below one that is not entered', () => {
    const found: string[] = [];
    visitSchemas(schemas, (part, owner) => {
      if (owner === undefined || part.kind === 'particle') return true;
      found.push(shown(part));
      return part.kind !== 'element';
    });
    expect(found).toEqual(expect.arrayContaining(['d', 'element E', 'group G']));
    expect(found).not.toContain('e');
  });
});
