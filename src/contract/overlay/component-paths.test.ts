import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullContract } from '../../../test/support/generator/full-contract.ts';
import { remoteFileService } from '../../../test/support/generator/load-contracts.ts';
import type { Contract } from '../model/index.ts';
import { ComponentPaths } from './component-paths.ts';
import { type Component, type RootKind, rootsOf } from './components.ts';

/** Each component with a path that leads to it alone: with its kind, its prefix, and a position among those of one name. */
function pathsOf(contract: Contract, prefixOf: (namespace: string) => string): readonly [string, object][] {
  const found: [string, object][] = [];
  const visit = (components: readonly Component[], before: string): void => {
    components.forEach((component, index) => {
      const { kind, name, namespace, target } = component;
      const same = components.filter((one) => one.name === name && one.namespace === namespace);
      const position = same.length > 1 && kind !== 'value' ? `[${same.indexOf(component) + 1}]` : '';
      const path = `${before}/${namespace === undefined ? '' : prefixOf(namespace)}${name}${position}`;
      if (same.length === 1 || kind !== 'value' || index === components.indexOf(component)) found.push([path, target]);
      visit(component.children(), path);
    });
  };
  const roots = rootsOf(contract);
  for (const kind of Object.keys(roots) as RootKind[]) visit(roots[kind], kind);
  return found;
}

describe.each([
  ['the full contract', () => fullContract],
  ['the remote file service', remoteFileService],
])('each component of %s', (_, contractOf) => {
  it('has a path that leads to it', () => {
    const contract = contractOf();
    const namespaces = contract.schemas.map(({ targetNamespace }) => targetNamespace);
    const prefixes = new Map(namespaces.map((namespace, index) => [`n${index}`, namespace]));
    const paths = new ComponentPaths(contract, prefixes);
    const all = pathsOf(contract, (namespace) => `n${namespaces.indexOf(namespace)}:`);
    expect(all.length).toBeGreaterThan(20);
    for (const [path, target] of all) {
      const result = paths.find(path);
      const targets = result.kind === 'found' ? result.components.map((one) => one.target) : [];
      expect(targets.length, path).toBe(1);
      if (!path.endsWith('/headers')) expect(targets[0], path).toBe(target);
    }
  });
});

it('any text is a path that leads somewhere or is reported', () => {
  const paths = new ComponentPaths(fullContract, new Map([['a', 'urn:a']]));
  const segment = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'types',
      'operations',
      'elements',
      '',
      '@',
      '$choice',
      '$any',
      'constructor',
      '__proto__',
      'a:b',
      '[1]',
    ),
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      expect(['found', 'missing', 'typed', 'ambiguous', 'prefix']).toContain(paths.find(segments.join('/')).kind);
    }),
  );
});
