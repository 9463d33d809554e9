import {
  type Contract,
  type Declaration,
  isEncodedService,
  type Member,
  type QName,
  type ResolvedOperation,
  type ResolvedService,
  type RootValue,
  sameName,
  type ValueType,
  withOperation,
} from '../../contract/index.ts';
import { containedTypes, serviceFor } from '../../emit/index.ts';

/** A contract, and the service that generated code would know. */
export interface LoadedService {
  readonly contract: Contract;
  readonly service: ResolvedService;
}

/**
 * A contract for calls without generated code: times keep every digit, and whether they have a zone, whatever the contract
 * chooses for TypeScript.
 */
export function loadedService(contract: Contract): LoadedService {
  const options = { ...contract.options, dateTime: 'exact', date: 'string', duration: 'string' } as const;
  const exact = { ...contract, options };
  return { contract: exact, service: serviceFor(exact, 'standard') };
}

/**
 * A service with one operation of it, and the types that its messages contain: it reads and writes them as the whole service
 * does. Undefined where a part is not enough: values of encoded messages can be of any type, and an operation that shares the
 * element of its requests is told apart by others.
 */
export function oneOperation({ contract, service }: LoadedService, name: string): LoadedService | undefined {
  const operation = operationOf(service, name);
  if (operation === undefined || isEncodedService(service)) return undefined;
  const { input, output, faults, headers } = operation;
  const shares = ({ input: other }: ResolvedOperation): boolean => sameName(other.element, input.element);
  if (service.operations.filter(shares).length > 1) return undefined;
  const uses = [...headers.input, ...headers.output].map(({ header }) => header);
  const roots: readonly RootValue[] = [input, ...(output === undefined ? [] : [output]), ...faults, ...uses];
  const names = typesIn(roots, service);
  const isKept = ({ typeName }: Declaration): boolean => names.has(typeName);
  const messages = service.messages.filter(isKept);
  const declarations = service.declarations.filter(isKept);
  const all = [...messages, ...declarations];
  const used = new Set([...roots.map(({ type }) => type), ...all.flatMap(typesInside)].map(declaredBy));
  return {
    contract: withOperation(contract, operation.operation, all.flatMap(namesOf)),
    service: {
      ...service,
      portTypes: service.portTypes.map((one) => ({ ...one, methods: new Map() })),
      operations: [operation],
      messages,
      declarations,
      simpleTypes: service.simpleTypes.filter(({ typeName }) => used.has(typeName)),
      returnedBy: new Map(),
      faults,
      headers: [...new Set(uses)],
    },
  };
}

function namesOf(declaration: Declaration): readonly QName[] {
  return 'name' in declaration && declaration.name !== undefined ? [declaration.name] : [];
}

function declaredBy(type: ValueType): string | undefined {
  return type.kind === 'simple' ? type.declared : undefined;
}

/** The types of the values in a type. */
function typesInside(declaration: Declaration): readonly ValueType[] {
  if (declaration.kind !== 'structure') return membersOf(declaration).flatMap(typesOf);
  const { attributes, content } = declaration;
  const text = content.kind === 'text' ? [content.text.type] : [];
  return [...attributes.map(({ type }) => type), ...text, ...membersOf(declaration).flatMap(typesOf)];
}

function typesOf(member: Member): readonly ValueType[] {
  switch (member.kind) {
    case 'any':
      return [];
    case 'field':
      return [member.type];
    case 'choice':
      return member.choice.cases.flatMap(typesOf);
    case 'group':
      return member.group.members.flatMap(typesOf);
  }
}

/** An operation by the name of its method, or on the wire. */
export function operationOf({ operations }: ResolvedService, name: string): ResolvedOperation | undefined {
  return operations.find(({ identifier }) => identifier === name) ?? operations.find((one) => one.name === name);
}

function typesIn(roots: readonly RootValue[], service: ResolvedService): ReadonlySet<string> {
  const inside = containedTypes(service);
  const found = new Set(roots.flatMap(({ type }) => (type.kind === 'record' ? [type.typeName] : [])));
  // The set grows during the iteration, and visits each type once.
  for (const name of found) for (const inner of inside.get(name)?.('literal') ?? []) found.add(inner);
  return found;
}

/** Whether a message of the service can hold any element: an example for it may be any that a schema declares. */
export function holdsAny({ operations, messages, declarations }: ResolvedService): boolean {
  const roots = operations.flatMap(({ input, output }) => (output === undefined ? [input] : [input, output]));
  const members = [...messages, ...declarations].flatMap(membersOf);
  return roots.some(({ type }) => type.kind === 'any') || members.some(admitsAny);
}

function membersOf(declaration: Declaration): readonly Member[] {
  switch (declaration.kind) {
    case 'structure': {
      const { content } = declaration;
      return content.kind === 'text' ? [] : content.kind === 'fields' ? content.fields : content.members;
    }
    case 'choice-type':
      return declaration.cases;
    case 'group-type':
      return declaration.members;
    case 'polymorphic':
      return [];
  }
}

function admitsAny(member: Member): boolean {
  switch (member.kind) {
    case 'any':
      return true;
    case 'field':
      return member.type.kind === 'any';
    case 'choice':
      return member.choice.cases.some(admitsAny);
    case 'group':
      return member.group.members.some(admitsAny);
  }
}
