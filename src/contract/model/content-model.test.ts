import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import {
  type ContentModel,
  ContentModels,
  componentIndexOf,
  type GroupModel,
  holds,
  leavesOf,
  type NamedComplexType,
  type Particle,
  startsWith,
} from './index.ts';

const head = 'soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n';
const operations = 'operations: { A: { request: { r: R }, response: {} } }\n';

function typeIn(text: string): { readonly models: ContentModels; readonly type: NamedComplexType } {
  const index = componentIndexOf(contractOf(`${head}${operations}${text}`));
  const type = index.complexType({ namespace: 'urn:s/', local: 'R' });
  if (type === undefined) throw new Error('There is no record R.');
  return { models: new ContentModels(index), type };
}

function contentOf(text: string): GroupModel {
  const { models, type } = typeIn(text);
  return models.of(type, 'urn:s/');
}

/** As in XML Schema: `a, (b | c){0,2}, any`. */
function shown(model: ContentModel): string {
  const { min, max } = model;
  const times = min === 1 && max === 1 ? '' : `{${min},${max}}`;
  if (model.kind === 'any') return `any${times}`;
  if (model.kind === 'element') {
    const names = [...model.elements.values()].map(({ name }) => name.local).join('/');
    return `${names}${times}`;
  }
  const separator = { sequence: ', ', choice: ' | ', all: ' & ' }[model.kind];
  return `(${model.parts.map(shown).join(separator)})${times}`;
}

describe('the content model of a type', () => {
  it.each([
    ['occurrences', 'records: { R: { a: int, b: int?, c: "int[]" } }', '((a, b{0,1}, c{0,Infinity}))'],
    ['groups in place', 'records: { R: { "$choice x?": { a: int, b: int } } }', '(((a | b){0,1}))'],
    ['any order', 'records: { R: { $order: all, a: int, b: int? } }', '((a & b{0,1}))'],
    ['a wildcard', 'records: { R: { a: int, "$any more[]": { process: lax } } }', '((a, any{0,Infinity}))'],
    [
      'a named group',
      'groups: { G: { a: int, b: int } }\nrecords: { R: { "$group g[]": G } }',
      '((((a, b)){0,Infinity}))',
    ],
    ['its extended base', 'records: { B: { a: int }, R: { $extends: B, b: int } }', '((a), (b))'],
    ['its restricted base, as restricted', 'records: { B: { a: int? }, R: { $restricts: B, a: int } }', '((a))'],
  ])('has %s', (_, text, expected) => {
    expect(shown(contentOf(text))).toBe(expected);
  });

  it('has the elements that substitute another one, and an abstract one by these alone', () => {
    const elements =
      'elements: { H: { type: int, abstract: true }, One: { type: int, substitutes: H }, Two: { type: int, substitutes: One } }';
    const content = contentOf(`${elements}\nrecords: { R: { h: { element: H } } }`);
    expect(shown(content)).toBe('((One/Two))');
    expect(holds(content, { namespace: 'urn:s/', local: 'H' })).toBe(false);
  });

  it('has one object for a group, whatever refers to it', () => {
    const groups = 'groups: { Inner: { a: int }, Outer: { "$group one?": Inner, b: int, "$group two?": Inner } }';
    const content = contentOf(`${groups}\nrecords: { R: { "$group o": Outer } }`);
    expect(shown(content)).toBe('((((((a)){0,1}, b, ((a)){0,1}))))');
    const inner = [...leavesOf(content)];
    expect(inner).toHaveLength(3);
    expect(inner[0]).toBe(inner[2]);
  });

  it('knows its possible first elements, and whether it can be empty', () => {
    const content = contentOf('records: { R: { a: int?, $choice x: { b: int, c: int? }, d: int } }');
    const begins = ['a', 'b', 'c', 'd'].filter((local) => startsWith(content, { namespace: 'urn:s/', local }));
    expect(begins).toEqual(['a', 'b', 'c', 'd']);
    expect(content.nullable).toBe(false);
    expect(contentOf('records: { R: { a: int?, "$any[]": { namespaces: other } } }').nullable).toBe(true);
  });

  it('leaves out particles that cannot occur', () => {
    const { models } = typeIn('records: { R: { a: int } }');
    const particle = (max: number, inner: readonly Particle[]): Particle => {
      return { kind: 'sequence', occurs: { min: 0, max }, particles: inner };
    };
    expect(models.ofParticle(particle(0, []), '')).toBeUndefined();
    expect(models.ofParticle(particle(1, [particle(0, [])]), '')).toMatchObject({ parts: [], nullable: true });
  });

  it('ends at a group in itself, which no valid contract has', () => {
    const name = { namespace: 'urn:s/', local: 'G' };
    const contract = contractOf(`${head}${operations}groups: { G: { a: int } }\nrecords: { R: { $group g: G } }`);
    const [schema] = contract.schemas;
    if (schema === undefined) throw new Error('There is no schema.');
    const occurs = { min: 1, max: 1 };
    const again: Particle = { kind: 'groupReference', name, occurs };
    const group = { name, particle: { kind: 'sequence', occurs, particles: [again] } } as const;
    const models = new ContentModels(componentIndexOf({ ...contract, schemas: [{ ...schema, groups: [group] }] }));
    expect(models.ofParticle(again, 'urn:s/')).toMatchObject({ parts: [{ kind: 'sequence', parts: [] }] });
  });
});
