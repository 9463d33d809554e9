import { type Diagnostic, contract as kinds, report } from '../../diagnostics/index.ts';
import { type Claim, locationOf, relatedTo } from './claimed-names.ts';
import { componentIndexOf } from './lookup.ts';
import type { Contract } from './model.ts';
import { isRepeated, Properties, type Property } from './properties.ts';
import { type PropertyScope, propertyScopes } from './property-scopes.ts';

/** Clashes between properties of one interface: of a record with its inherited properties, a group, or a choice. */
export function propertyClashes(contract: Contract): readonly Diagnostic[] {
  const index = componentIndexOf(contract);
  return [...propertyScopes(contract, index, new Properties(index))].flatMap(clashesIn);
}

function clashesIn({ own, inherited, isMixed }: PropertyScope): readonly Diagnostic[] {
  const names = new Map<string, Property>();
  for (const property of inherited) if (!names.has(property.name)) names.set(property.name, property);
  return own.flatMap((property) => {
    const first = names.get(property.name);
    if (first === undefined) names.set(property.name, property);
    return first === undefined || isRepeated(property, first, isMixed) ? [] : [clash(property, first)];
  });
}

function clash(property: Property, first: Claim): Diagnostic {
  const parameters = { one: property.what, other: first.what, name: property.name };
  return report(kinds.propertyNameClash, parameters, locationOf(property), relatedTo(first));
}
