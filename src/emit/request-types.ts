import type { Declaration, Member, ResolvedService, SimpleValue, ValueType } from '../contract/index.ts';
import { membersOf } from './codec/content.ts';
import { containedTypes, requestsAndResponses } from './directions.ts';
import type { Sides } from './file.ts';
import type { TypeNames } from './type-text.ts';

/**
 * Types of values in requests. What a client sends may leave out lists that can be empty, and enumerations have no other
 * values, also where a tolerant client reads any text. A type that is sent and never read is declared so itself. A type that
 * is read too has a second declaration, if the two differ.
 */
export interface RequestTypes {
  /** The name of a type in requests. */
  sentName(typeName: string): string;
  /** Whether a client sends the type. */
  isSent(typeName: string): boolean;
  /** Whether it is declared as requests take it: nobody reads it. */
  isSentOnly(typeName: string): boolean;
  /** Whether values that were read are not values of the type in requests: an enumeration in them is open. */
  isClosed(typeName: string): boolean;
}

const cache: WeakMap<ResolvedService, Map<Sides, RequestTypes>> = new WeakMap();

export function requestTypesOf(service: ResolvedService, sides: Sides = 'both'): RequestTypes {
  const bySides = cache.get(service) ?? new Map<Sides, RequestTypes>();
  cache.set(service, bySides);
  const known = bySides.get(sides) ?? findRequestTypes(service, sides);
  bySides.set(sides, known);
  return known;
}

/** A file that names types as requests have them. */
export function inRequests(file: TypeNames, types: RequestTypes): TypeNames {
  return {
    isRequest: true,
    type: (typeName) => file.type(types.sentName(typeName)),
    runtimeType: (name) => file.runtimeType(name),
  };
}

function findRequestTypes(service: ResolvedService, sides: Sides): RequestTypes {
  const declarations = [...service.messages, ...service.declarations];
  const [requests, responses] = requestsAndResponses(service);
  const sent = sides === 'server' ? new Set<string>() : requests;
  const isRead = (typeName: string): boolean => sides !== 'client' || responses.has(typeName);
  const own = declarations.filter(({ typeName }) => sent.has(typeName));
  const holders = holdersIn(service);
  const closed = withHolders(own.filter(hasOpen), holders);
  const different = withHolders(
    own.filter((one) => hasOpen(one) || hasOptionalList(one)),
    holders,
  );
  const names = new Map<string, string>();
  const taken = takenNames(service);
  for (const declaration of own) {
    const { typeName } = declaration;
    if (!isRead(typeName) || !different.has(typeName)) continue;
    let name = `${typeName}Init`;
    while (taken.has(name)) name += '_';
    names.set(typeName, name);
    if (declaration.kind === 'structure' && declaration.content.kind === 'mixed') {
      names.set(declaration.content.typeName, `${declaration.content.typeName}Init`);
    }
  }
  return {
    sentName: (typeName) => names.get(typeName) ?? typeName,
    isSent: (typeName) => sent.has(typeName),
    isSentOnly: (typeName) => sent.has(typeName) && !isRead(typeName),
    isClosed: (typeName) => names.has(typeName) && closed.has(typeName),
  };
}

function takenNames({ messages, declarations, simpleTypes, portTypes }: ResolvedService): ReadonlySet<string> {
  return new Set([
    ...[...messages, ...declarations, ...simpleTypes].map(({ typeName }) => typeName),
    ...portTypes.map(({ client }) => client),
  ]);
}

/** The types that contain each type, or an array of it. */
function holdersIn(service: ResolvedService): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>();
  for (const [holder, contained] of containedTypes(service)) {
    for (const key of [...contained('literal'), ...contained('encoded')]) {
      const [typeName = ''] = key.split(' ');
      const known = holders.get(typeName);
      if (known === undefined) holders.set(typeName, [holder]);
      else known.push(holder);
    }
  }
  return holders;
}

function withHolders(
  declarations: readonly Declaration[],
  holders: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set(declarations.map(({ typeName }) => typeName));
  // The loop also visits the types that it adds.
  for (const typeName of found) for (const holder of holders.get(typeName) ?? []) found.add(holder);
  return found;
}

function hasOptionalList(declaration: Declaration): boolean {
  if (declaration.kind === 'structure' && declaration.anyAttribute !== undefined) return true;
  return declaration.kind !== 'choice-type' && ownMembers(declaration).some(({ many, least }) => many && least === 0);
}

function hasOpen(declaration: Declaration): boolean {
  if (declaration.kind === 'structure') {
    const { attributes, content } = declaration;
    if (attributes.some(({ type }) => isOpen(type)) || (content.kind === 'text' && isOpen(content.text.type)))
      return true;
  }
  return ownMembers(declaration).some((member) => hasOpenValue(member));
}

/** Members of mixed content include those of groups and choices in it, which have no declaration. */
function hasOpenValue(member: Member): boolean {
  switch (member.kind) {
    case 'field':
      return isOpen(member.type);
    case 'choice':
      return member.choice.cases.some(hasOpenValue);
    case 'group':
      return member.group.members.some(hasOpenValue);
    case 'any':
      return false;
  }
}

function ownMembers(declaration: Declaration): readonly Member[] {
  const members = membersOf(declaration);
  const isMixed = declaration.kind === 'structure' && declaration.content.kind === 'mixed';
  // The items of mixed content are a list that must be there.
  return isMixed ? members.map((member) => ({ ...member, many: false })) : members;
}

function isOpen(type: ValueType | SimpleValue): boolean {
  if (type.kind === 'array') return isOpen(type.item);
  return type.kind === 'simple' && type.open === true;
}
