import {
  type Declaration,
  faultCodecOf,
  headerCodecOf,
  type Member,
  type ResolvedHeader,
  type ResolvedService,
  type RootValue,
  requestTypeNameOf,
  responseTypeNameOf,
  type Use,
  type ValueType,
} from '../contract/index.ts';
import type { Side, Sides } from './file.ts';

/** Which codecs code needs. */
export interface Directions {
  readonly reads: boolean;
  readonly writes: boolean;
}

/** A header block that no operation declares can be sent by both sides. */
export function headerDirections({ operations }: ResolvedService, side: Side): (header: ResolvedHeader) => Directions {
  const namesIn = (key: 'input' | 'output') =>
    new Set(operations.flatMap(({ headers }) => headers[key].map(({ header }) => header.identifier)));
  const written = namesIn(side === 'client' ? 'input' : 'output');
  const read = namesIn(side === 'client' ? 'output' : 'input');
  return ({ identifier }) => ({
    reads: read.has(identifier) || !written.has(identifier),
    writes: written.has(identifier) || !read.has(identifier),
  });
}

/** Which codecs of a type are needed, for one use of it. */
export type DirectionsOf = (typeName: string, use: Use) => Directions;

/** Which codecs of each type the sides need: a client writes types of requests, and reads types of responses. */
export function codecDirections(service: ResolvedService, sides: Sides): DirectionsOf {
  if (sides === 'both' && !isEncoded(service)) {
    return (_, use) => ({ reads: use === 'literal', writes: use === 'literal' });
  }
  const inside = containedTypes(service);
  const reads = new Reach(inside);
  const writes = sides === 'both' ? reads : new Reach(inside);
  const [requests, responses] = sides === 'client' ? [writes, reads] : [reads, writes];
  for (const { operation, input, output } of service.operations) {
    requests.root(input, requestTypeNameOf(operation));
    if (output !== undefined) responses.root(output, responseTypeNameOf(operation));
  }
  for (const fault of service.faults) responses.root(fault, faultCodecOf(fault.identifier));
  for (const header of service.headers) {
    const directions = headerDirections(service, sides === 'server' ? 'server' : 'client')(header);
    if (directions.reads) reads.root(header, headerCodecOf(header.identifier));
    if (directions.writes) writes.root(header, headerCodecOf(header.identifier));
  }
  return (typeName, use) => ({
    reads: reads.found.has(codecKey(typeName, use)),
    writes: writes.found.has(codecKey(typeName, use)),
  });
}

/** The names of the types in the bodies of requests, and of those that a client reads, header blocks and faults included. */
export function requestsAndResponses(service: ResolvedService): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const inside = containedTypes(service);
  const [requests, responses] = [new Reach(inside), new Reach(inside)];
  for (const { operation, input, output, headers } of service.operations) {
    requests.root(input, requestTypeNameOf(operation));
    if (output !== undefined) responses.root(output, responseTypeNameOf(operation));
    for (const { header } of headers.output) responses.root(header, headerCodecOf(header.identifier));
  }
  for (const fault of service.faults) responses.root(fault, faultCodecOf(fault.identifier));
  const names = ({ found }: Reach) => new Set([...found].map((key) => key.replace(' encoded', '')));
  return [names(requests), names(responses)];
}

/** Whether a message of the service is encoded. */
function isEncoded(service: ResolvedService): boolean {
  return usesOf(service).has('encoded');
}

/** The uses of the messages of a service. */
export function usesOf({ operations, headers, faults }: ResolvedService): ReadonlySet<Use> {
  const roots = [
    ...operations.flatMap(({ input, output }) => (output ? [input, output] : [input])),
    ...headers,
    ...faults,
  ];
  return new Set(roots.map(({ use }) => use));
}

/** What values of any type are found by. */
const anyTypeName = '(any)';

function codecKey(typeName: string, use: Use): string {
  return use === 'literal' ? typeName : `${typeName} encoded`;
}

/** The keys of the types in each type. */
type Inside = ReadonlyMap<string, (use: Use) => readonly string[]>;

/** By the names of types, and of arrays. */
export function containedTypes({ messages, declarations, arrays }: ResolvedService): Inside {
  const anyTypes = [
    ...declarations.filter((one) => one.kind === 'structure' && one.name !== undefined),
    ...arrays.filter(({ name }) => name !== undefined),
  ].map(({ typeName }) => codecKey(typeName, 'encoded'));
  return new Map([
    ...[...messages, ...declarations].map((one) => [one.typeName, (use: Use) => containedIn(one, use)] as const),
    ...arrays.map(({ typeName, item }) => [typeName, () => keysIn(item, 'encoded')] as const),
    [anyTypeName, () => anyTypes] as const,
  ]);
}

/** The types that values of some roots can contain. */
class Reach {
  readonly found: Set<string> = new Set();
  /** Types whose contents were visited: a codec of a root can have the name of another type. */
  readonly #visited: Set<string> = new Set();
  readonly #inside: Inside;

  constructor(inside: Inside) {
    this.#inside = inside;
  }

  /** @param codec name of the codec of a root that has its own. */
  root({ type, use }: RootValue, codec: string): void {
    this.found.add(codecKey(codec, use));
    const waiting = [...keysIn(type, use)];
    // Not recursive, so that a long chain of types does not exhaust the stack.
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (this.#visited.has(key)) continue;
      this.#visited.add(key);
      this.found.add(key);
      const [typeName = '', encoded] = key.split(' ');
      const inner = this.#inside.get(typeName)?.(encoded === undefined ? 'literal' : 'encoded') ?? [];
      waiting.push(...inner.filter((one) => !this.#visited.has(one)));
    }
  }
}

/** Arrays and values of any type have one codec for both uses. */
function keysIn(type: ValueType, use: Use): readonly string[] {
  switch (type.kind) {
    case 'record':
      return [codecKey(type.typeName, use)];
    case 'array':
      return [codecKey(type.typeName, 'encoded')];
    case 'collection':
    case 'anyType':
      return [codecKey(anyTypeName, 'encoded')];
    default:
      return [];
  }
}

function containedIn(declaration: Declaration, use: Use): readonly string[] {
  const inMembers = (members: readonly Member[]): readonly string[] => members.flatMap((member) => keysOf(member, use));
  switch (declaration.kind) {
    case 'structure': {
      const { content } = declaration;
      return content.kind === 'text' ? [] : inMembers(content.kind === 'fields' ? content.fields : content.members);
    }
    case 'polymorphic':
      return declaration.members.map(({ typeName }) => codecKey(typeName, use));
    case 'choice-type':
      return inMembers(declaration.cases);
    case 'group-type':
      return inMembers(declaration.members);
  }
}

/** Groups and choices are printed with what contains them, and their own members are part of it. */
function keysOf(member: Member, use: Use): readonly string[] {
  switch (member.kind) {
    case 'field':
      return keysIn(member.type, use);
    case 'choice':
      return [codecKey(member.choice.typeName, use), ...member.choice.cases.flatMap((one) => keysOf(one, use))];
    case 'group':
      return [codecKey(member.group.typeName, use), ...member.group.members.flatMap((one) => keysOf(one, use))];
    case 'any':
      return [];
  }
}
