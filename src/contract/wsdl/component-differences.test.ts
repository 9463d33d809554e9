import { expect, it } from 'vitest';
import { changed, leaves, other } from '../../../test/support/generator/contract-leaves.ts';
import { fullContract } from '../../../test/support/generator/full-contract.ts';
import { modelLeaves } from '../../../test/support/generator/model-leaves.ts';
import type { Contract, SecurityDemand } from '../model/index.ts';
import { componentDifferences } from './component-differences.ts';

const block = { namespace: 'urn:header', local: 'Route', required: true } as const;

/** All demands on messages at once, which no policy makes. */
const demand: SecurityDemand = {
  signature: { certificate: true, confirmed: true, request: ['Body', block], response: ['Body', block] },
  encryption: { signature: true, first: true, request: ['Body', block], response: ['Body', block] },
};

const securedContract: Contract = {
  ...fullContract,
  services: fullContract.services.map((service) => ({
    ...service,
    ports: service.ports.map((port) => ({ ...port, security: [demand] })),
  })),
};

it('finds no difference between a contract and itself', () => {
  expect(componentDifferences(fullContract, structuredClone(fullContract))).toEqual([]);
});

/** What `comparableContract` lists as the same in every form. */
function isEquivalent(path: readonly (string | number)[], leaf: unknown, contract: Contract): boolean {
  const last = path.at(-1);
  if (last === 'prefix') return true;
  const use = path.lastIndexOf('attributes');
  const owner = path.slice(0, use + 2).reduce<never>((value, step) => value[step], contract as never) as {
    readonly reference?: boolean;
    readonly use?: string;
  };
  if (use >= 0 && owner.reference === true && path[use + 2] === 'type') return true;
  return use >= 0 && owner.reference === true && last === 'default' && owner.use === 'required' && leaf !== undefined;
}

it('is tried with each kind of leaf that the model declares, and finds one that is added', () => {
  const model = modelLeaves();
  // The next test changes these; the imports of a schema follow from its components, and addressing from extensions.
  const derived = ['Schema.imports', 'ContractAddressing.version', 'ContractAddressing.required'];
  const tried = new Set([...model.in(fullContract), ...model.in(securedContract), ...derived]);
  const absent = model.absent(fullContract).filter(({ kind }) => !tried.has(kind));
  const missed = absent.filter(({ set }) => componentDifferences(fullContract, set(fullContract)).length === 0);
  expect(missed.map(({ kind }) => kind)).toEqual([]);
  for (const { kind } of absent) tried.add(kind);
  expect([...model.declared].filter((kind) => !tried.has(kind))).toEqual([]);
  expect(model.declared.size).toBeGreaterThan(100);
});

it('finds a change of one leaf of each kind, and says where it is', () => {
  const missed: string[] = [];
  const seen = new Map<string, number>();
  const all = [fullContract, securedContract].flatMap((contract) =>
    [...leaves(contract)].map((found) => ({ ...found, contract })),
  );
  for (const { path, leaf, contract } of all) {
    if (isEquivalent(path, leaf, contract)) continue;
    const shape = path.filter((step) => typeof step === 'string').join('.') + (typeof leaf === 'boolean' ? leaf : '');
    const count = seen.get(shape) ?? 0;
    seen.set(shape, count + 1);
    if (count >= 2) continue;
    const found = componentDifferences(contract, changed(contract, path, other(leaf)) as Contract);
    if (found.length === 0) missed.push(path.join('.'));
  }
  expect(missed).toEqual([]);
  expect(seen.size).toBeGreaterThan(250);
});

it('finds a component that no message can contain', () => {
  const [schema] = fullContract.schemas;
  const elements = schema?.elements.slice(0, 1).map((one) => ({ ...one, name: { ...one.name, local: 'Unreached' } }));
  const more = {
    ...fullContract,
    unreached: schema &&
      elements && [{ ...schema, types: [], attributes: [], groups: [], attributeGroups: [], notations: [], elements }],
  };
  expect(componentDifferences(fullContract, more).map(({ path }) => path)).toEqual([
    expect.stringMatching(/^schemas\/.*Unreached$/),
  ]);
});

it('finds missing and added components', () => {
  const [first, ...others] = fullContract.messages;
  const less = { ...fullContract, messages: others };
  expect(componentDifferences(fullContract, less)).toEqual([
    { path: `messages/{urn:whole}${first?.name.local}`, before: expect.any(String), after: undefined },
  ]);
  expect(componentDifferences(less, fullContract)).toHaveLength(1);
});

it('passes over what means the same, and over names in TypeScript where they do not count', () => {
  const [schema, ...others] = fullContract.schemas;
  const [type] = schema?.types.filter((one) => one.kind === 'complex' && one.content.kind === 'empty') ?? [];
  if (schema === undefined || type?.kind !== 'complex') throw new Error('There is no type without content.');
  const withContent = (content: typeof type.content, typeScriptName = type.typeScriptName): Contract => ({
    ...fullContract,
    schemas: [
      { ...schema, types: schema.types.map((one) => (one === type ? { ...type, content, typeScriptName } : one)) },
      ...others,
    ],
  });
  const group = (kind: 'sequence' | 'choice') => ({ kind, occurs: { min: 1, max: 1 }, particles: [] }) as const;
  const elements = (kind: 'sequence' | 'choice') => ({ kind: 'elements', particle: group(kind) }) as const;
  expect(componentDifferences(fullContract, withContent(elements('sequence')))).toEqual([]);
  expect(componentDifferences(fullContract, withContent(elements('choice')))).not.toEqual([]);
  const renamed = withContent(type.content, 'Renamed');
  expect(componentDifferences(fullContract, renamed)).not.toEqual([]);
  expect(componentDifferences(fullContract, renamed, { names: false })).toEqual([]);
});
