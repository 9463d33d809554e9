import { componentConstructs } from './component-constructs.ts';
import { configurationConstructs } from './configuration-constructs.ts';
import { type ComponentKind, type ConstructName, type Constructs, keyDoc } from './construct.ts';
import { operationConstructs } from './operation-constructs.ts';
import { overlayConstructs } from './overlay-constructs.ts';
import { serviceConstructs } from './service-constructs.ts';
import { simpleTypeConstructs } from './simple-type-constructs.ts';
import { wsdlConstructs } from './wsdl-constructs.ts';

/** The contract language and soapwright.yaml as tables: constructs with their keys, rules and documentation. */
export { importExtensions, maxParts, readings, sides } from './configuration-constructs.ts';
export {
  type ComponentKind,
  type Construct,
  type ConstructName,
  type Key,
  keyDoc,
  type Members,
  type NameKind,
  type Rule,
  type SimpleKind,
  type SimpleValue,
  type Value,
  type Word,
} from './construct.ts';
export { styles } from './operation-constructs.ts';
export { blockMessages } from './overlay-constructs.ts';
export { addressingVersions, mtomUses, signedMessages } from './service-constructs.ts';
export { uses } from './shared-keys.ts';
export { facetKeys } from './simple-type-constructs.ts';

/** All constructs, in the order of the reference page. */
export const constructs: Constructs<ConstructName> = {
  ...serviceConstructs,
  ...operationConstructs,
  ...wsdlConstructs,
  ...componentConstructs,
  ...simpleTypeConstructs,
  ...configurationConstructs,
  ...overlayConstructs,
};

/** The keys whose value is a value of the type of the construct: the loader reads and validates them alike. */
export const literalKeys: ReadonlySet<string> = new Set(
  Object.values(constructs).flatMap(({ keys }) =>
    Object.keys(keys).filter((key) => keys[key]?.value.kind === 'literal'),
  ),
);

/** The kind of the components that each of these keys of a contract declares. */
export const declaringKeys: Readonly<Record<DeclaringKey, ComponentKind>> = {
  types: 'type',
  records: 'type',
  elements: 'element',
  attributes: 'attribute',
  groups: 'group',
  attributeGroups: 'attributeGroup',
  notations: 'notation',
  headers: 'header',
  faults: 'fault',
};

/** The keys of a contract that declare components. */
export type DeclaringKey =
  | 'types'
  | 'records'
  | 'elements'
  | 'attributes'
  | 'groups'
  | 'attributeGroups'
  | 'notations'
  | 'headers'
  | 'faults';

/** The meaning of a key in one or more constructs. */
export interface KeyUse {
  readonly constructs: readonly ConstructName[];
  readonly meaning: string;
}

/** The meanings of a key, with or without its `$`; empty for an unknown key. */
export function usesOfKey(key: string): readonly KeyUse[] {
  const uses = new Map<string, KeyUse>();
  for (const name of Object.keys(constructs) as ConstructName[]) {
    const construct = constructs[name];
    const row = construct.keys[key] ?? construct.keys[`$${key}`];
    if (row === undefined) continue;
    const meaning = keyDoc(construct, row);
    uses.set(meaning, { constructs: [...(uses.get(meaning)?.constructs ?? []), name], meaning });
  }
  return [...uses.values()];
}
