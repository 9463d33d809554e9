import { describe, expect, it } from 'vitest';
import type { Schema } from './model.ts';
import { schemaPrefixes } from './qualified-name.ts';

function prefixes(...given: readonly (string | undefined)[]): readonly string[] {
  const schemas = given.map(
    (prefix, index): Schema => ({
      targetNamespace: `urn:${index}`,
      prefix,
      elementFormDefault: 'qualified',
      attributeFormDefault: 'unqualified',
      elements: [],
      types: [],
      attributes: [],
      groups: [],
      attributeGroups: [],
      imports: [],
    }),
  );
  return [...schemaPrefixes({ schemas }, { tns: 'urn:own' }).values()].slice(1);
}

describe('prefixes of schemas', () => {
  it('are their own, unless those are taken or reserved', () => {
    expect(prefixes('c', 'Größe')).toEqual(['c', 'Größe']);
    expect(prefixes('tns', 'XML', 'xsi', '_t', '_1', '1a')).toEqual(['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'ns6']);
  });

  it('are the same in messages and in the WSDL, and differ from those of the WSDL itself', () => {
    expect(prefixes('soap', 'wsdl', 'soap12', 'xs', 'sw', 'c')).toEqual(['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'c']);
  });

  it('are numbered otherwise, without a conflict with later schemas', () => {
    expect(prefixes(undefined, 'ns2', undefined)).toEqual(['ns1', 'ns2', 'ns3']);
    expect(prefixes(undefined, 'ns1')).toEqual(['ns2', 'ns1']);
  });

  it('do not change when a schema with a prefix is added', () => {
    expect(prefixes('c', undefined, undefined).slice(1)).toEqual(prefixes(undefined, undefined));
  });
});
