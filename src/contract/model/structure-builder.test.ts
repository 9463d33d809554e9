import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { loadContract } from '../yaml/index.ts';
import { type ResolvedService, resolveService, type Structure } from './index.ts';

const head = 'soapwright: 1\nservice: S\nnamespace: urn:s/\naddress: http://localhost/s\n';

function service(text: string): ResolvedService {
  return resolveService(contractOf(`${head}${text}`));
}

function structure({ declarations }: ResolvedService, typeName: string): Structure {
  const found = declarations.find((declaration) => declaration.typeName === typeName);
  if (found?.kind !== 'structure') throw new Error(`There is no structure ${typeName}.`);
  return found;
}

describe('structures', () => {
  it('visit each attribute a few times, however many there are', () => {
    const count = 1000;
    const attributes = Array.from({ length: count }, (_, index) => `a${index}: string?`).join(', ');
    const contract = contractOf(`${head}
operations: { A: { request: { first: R, second: R }, response: {} } }
records: { R: { $attributes: { ${attributes} } } }
`);
    const uses = contract.schemas.flatMap(({ types }) =>
      types.flatMap((type) => (type.kind === 'complex' ? type.attributes : [])),
    );
    let reads = 0;
    for (const use of uses) {
      const { name } = use;
      Object.defineProperty(use, 'name', {
        get: () => {
          reads++;
          return name;
        },
      });
    }
    expect(structure(resolveService(contract), 'R').attributes).toHaveLength(count);
    expect(reads).toBeLessThan(50 * count);
  });

  it('include the types of a group whose first reference is in mixed content', () => {
    const { declarations } = service(`
operations: { A: { request: { M: Mixed, $group g: G }, result: Mixed } }
groups: { G: { a: int, $choice c: { x: int, y: int } } }
records: { Mixed: { $mixed: true, "$group many[]": G, $choice own: { p: int, q: int } } }
`);
    const names = declarations.map(({ typeName }) => typeName);
    expect(names).toEqual(expect.arrayContaining(['Mixed', 'G', 'G_c']));
    // Its own choice is part of the content model alone.
    expect(names).not.toContain('Mixed_own');
  });

  it('have no minimum for groups that can be empty', () => {
    const { content } = structure(
      service(`
operations: { A: { request: {}, result: R } }
records: { R: { "$sequence empty[2..*]": { a: int?, b: "int[]" }, "$sequence full[2..*]": { c: int, d: int? } } }
`),
      'R',
    );
    expect(content).toMatchObject({
      members: [
        { property: 'empty', least: 0 },
        { property: 'full', least: 2 },
      ],
    });
  });

  it('have prefixes if the root of a message is in another namespace', () => {
    const text = (namespace: string) => `namespaces: { c: "urn:c" }
operations: { A: { headers: [${namespace}H], request: {}, result: { type: int, as: r } } }
headers: { "${namespace}H": { record: { a: int } } }
`;
    expect(service(text('')).prefixed).toBe(false);
    expect(service(text('c:')).prefixed).toBe(true);
  });
});

describe('clashes of properties', () => {
  const codes = (records: string, more = ''): readonly string[] => {
    const text = `${head}operations: { A: { request: {}, result: R } }\n${more}records:\n${records}`;
    return loadContract({ file: 'c.yaml', text }).diagnostics.map(({ code }) => code);
  };

  it('include attributes inherited through a restriction, unless it redeclares them', () => {
    const base = '  B: { $attributes: { part: string }, x: string? }\n';
    expect(codes(`${base}  N: { $restricts: B }\n  R: { $extends: N, "$choice part": { a: int, b: int } }\n`)).toEqual([
      'SW1503',
    ]);
    expect(codes(`${base}  R: { $restricts: B, $attributes: { part: string } }\n`)).toEqual([]);
  });

  it('include all elements of mixed content, except repeated ones', () => {
    const groups = 'elements: { e: string }\ngroups: { G: { g: { type: int, name: same } } }\n';
    const mixed = (other: string) => `  R: { $mixed: true, ${other}, $group g: G }\n`;
    expect(codes(mixed('f: { type: int, name: same }'), groups)).toEqual(['SW1503']);
    expect(codes(mixed('f: int'), groups)).toEqual([]);
  });
});
