import {
  type Annotated,
  type Contract,
  componentNameOf,
  type DeclaredName,
  type DeclaredNames,
  type GlobalElement,
  type MessageReference,
  type ModelGroup,
  type NamedType,
  nameKey,
  namespaceWords,
  operationNameIn,
  operationNameOf,
  type PortType,
  type PortTypeOperation,
  type QName,
  requestTypeNameOf,
  responseTypeNameOf,
  topLevelIdentifier,
  typeNameOf,
} from '../model/index.ts';

/** A component that has a name at the top level of generated modules. */
export interface Claimant {
  readonly namespace: string;
  /** Kind and name, which are unique in the namespace. */
  readonly key: string;
  readonly component: Annotated | MessageReference;
  /** The names to try, the best first. Endless. */
  readonly candidates: () => Iterable<string>;
  /** Everything that has to be free for a name. */
  readonly declared: (name: string) => Iterable<string>;
}

/**
 * The types, groups and elements of a contract that have names, in the order in which they choose: types first, those of
 * the target namespace before the others, by name. The order of the files does not matter.
 */
export function schemaClaimants(contract: Contract, names: DeclaredNames): readonly Claimant[] {
  const { targetNamespace } = contract;
  const rank = (namespace: string): string => (namespace === targetNamespace ? '' : ` ${namespace}`);
  const schemas = [...contract.schemas].sort((a, b) => compare(rank(a.targetNamespace), rank(b.targetNamespace)));
  const types = schemas.flatMap((schema) => sorted(schema.types));
  const typeKeys = new Set(types.map(({ name }) => nameKey(name)));
  return [
    ...types.map((type) => typeClaimant(type, names)),
    ...schemas.flatMap((schema) => sorted(schema.groups)).map((group) => groupClaimant(group, names, typeKeys)),
    ...schemas.flatMap((schema) => sorted(schema.elements)).flatMap((one) => elementClaimant(one, names, typeKeys)),
  ];
}

function typeClaimant(type: NamedType, names: DeclaredNames): Claimant {
  const { name } = type;
  return {
    namespace: name.namespace,
    key: `type ${name.local}`,
    component: type,
    candidates: () => candidates(name, typeNameOf(type), ''),
    declared: (given) => keysOf(names.ofType(type, given)),
  };
}

function groupClaimant(group: ModelGroup, names: DeclaredNames, types: ReadonlySet<string>): Claimant {
  const { name } = group;
  return {
    namespace: name.namespace,
    key: `group ${name.local}`,
    component: group,
    candidates: () => candidates(name, componentNameOf(group), types.has(nameKey(name)) ? 'Group' : ''),
    declared: (given) => keysOf(names.ofGroup(group, given)),
  };
}

/** Empty for an element without a name of its own: its type has one. */
function elementClaimant(
  element: GlobalElement,
  names: DeclaredNames,
  types: ReadonlySet<string>,
): readonly Claimant[] {
  const { name } = element;
  const own = componentNameOf(element);
  const declared = (given: string): Iterable<string> => keysOf(names.ofElement(element, given));
  const [first] = declared(own);
  if (first === undefined) return [];
  const suffix = types.has(nameKey(name)) ? 'Element' : '';
  return [
    {
      namespace: name.namespace,
      key: `element ${name.local}`,
      component: element,
      candidates: () => candidates(name, own, suffix),
      declared,
    },
  ];
}

/** @param suffix for a component that has the name of a type. */
function* candidates({ namespace, local }: QName, own: string, suffix: string): Iterable<string> {
  yield own;
  const base = `${local}${suffix}`;
  if (suffix !== '') yield topLevelIdentifier(base);
  for (const word of namespaceWords(namespace)) yield topLevelIdentifier(`${base}${word}`);
  for (let count = 2; ; count++) yield topLevelIdentifier(`${base}${count}`);
}

/**
 * The operations of a port type, by name; overloads by the names of their inputs, the shortest first.
 *
 * @param index of the port type: operations of further ones have its name in their keys.
 */
export function operationClaimants({ name: portType, operations }: PortType, index = 0): readonly Claimant[] {
  const { namespace } = portType;
  const inputOf = (operation: PortTypeOperation): string => operation.input?.name ?? '';
  const inOrder = [...operations].sort(
    (a, b) => compare(a.name, b.name) || inputOf(a).length - inputOf(b).length || compare(inputOf(a), inputOf(b)),
  );
  return inOrder.map((operation) => ({
    namespace,
    key: `operation ${labelIn(portType, index, operation)}`,
    component: operation,
    candidates: () => operationCandidates(operation, index === 0 ? undefined : portType),
    // Handler files have the names of operations, and some file systems ignore case.
    declared: (given) => [
      `operation ${operationNameOf({ name: given, typeScriptName: given }).normalize('NFC').toLowerCase()}`,
    ],
  }));
}

function* operationCandidates(operation: PortTypeOperation, portType: QName | undefined): Iterable<string> {
  const { name, typeScriptName, input } = operation;
  const own = typeScriptName ?? topLevelIdentifier(name);
  yield own;
  if (portType !== undefined) yield operationNameIn(portType, name);
  if (input?.name !== undefined) yield topLevelIdentifier(`${name}_${input.name}`);
  for (let count = 2; ; count++) yield topLevelIdentifier(`${name}${count}`);
}

/** The requests and responses of operations that have their names. */
export function messageClaimants({ portTypes }: Contract, names: DeclaredNames): readonly Claimant[] {
  return portTypes.flatMap(({ name: portType, operations }, index) =>
    operations.flatMap((operation) =>
      (['input', 'output'] as const).flatMap((direction): readonly Claimant[] => {
        const reference = operation[direction];
        const own = direction === 'input' ? requestTypeNameOf(operation) : responseTypeNameOf(operation);
        const declared = (given: string): Iterable<string> => keysOf(names.ofMessage(operation, direction, given));
        const [first] = declared(own);
        if (reference === undefined || first === undefined) return [];
        const key = `${direction} ${labelIn(portType, index, operation)}`;
        const { namespace } = portType;
        return [
          { namespace, key, component: reference, candidates: () => messageCandidates(own, direction), declared },
        ];
      }),
    ),
  );
}

function* messageCandidates(own: string, direction: 'input' | 'output'): Iterable<string> {
  yield own;
  yield own.replace(/(?:Request|Response)$/, direction === 'input' ? 'Input' : 'Output');
  for (let count = 2; ; count++) yield `${own}${count}`;
}

function labelIn(portType: QName, index: number, operation: PortTypeOperation): string {
  return index === 0 ? labelOf(operation) : `${portType.local}.${labelOf(operation)}`;
}

function labelOf({ name, input }: PortTypeOperation): string {
  return input?.name === undefined ? name : `${name}(${input.name})`;
}

/** Names of the service, which no component can have. */
export function serviceKeys({ services }: Contract, names: DeclaredNames): readonly string[] {
  const first = services.slice(0, 1).flatMap((service) => [...keysOf(names.ofService(service))]);
  return [...first, ...keysOf(names.ofOtherClients())];
}

function* keysOf(names: Iterable<DeclaredName>): Iterable<string> {
  for (const { space, name } of names) yield `${space} ${name}`;
}

function sorted<T extends { readonly name: QName }>(components: readonly T[]): readonly T[] {
  return [...components].sort((a, b) => compare(a.name.local, b.name.local));
}

/** The same order in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
